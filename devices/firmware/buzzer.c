#include <avr/io.h>
#include <avr/pgmspace.h>
#include "board.h"

static const pattern_t patterns[PATTERN_COUNT] PROGMEM = { PATTERN_ROWS };

static pattern_t pattern;
static uint8_t order, beeps_left;
static bool loud;
static uint32_t phase_since;

static void tone(bool on) {
    loud = on;
    OCR2A = pattern.ticks;
    TCCR2A = on ? _BV(COM2B0) | _BV(WGM21) : _BV(WGM21); /* let go, the pin rests low */
    TCCR2B = on ? _BV(CS22) : 0;
}

void buzzer_begin(void) { DDRD |= _BV(PD3); }

void buzzer_play(uint8_t next, uint32_t now) {
    if (next == order) return;
    order = next;
    memcpy_P(&pattern, &patterns[order & 15], sizeof pattern);
    beeps_left = pattern.times;
    phase_since = now;
    tone(beeps_left);
}

void buzzer_step(uint32_t now) {
    if (!beeps_left || now - phase_since < (loud ? pattern.on : pattern.off)) return;
    phase_since = now;
    if (!loud) beeps_left--;
    tone(!loud && beeps_left);
}

uint8_t buzzer_sounding(void) { return beeps_left ? order : 0; }
