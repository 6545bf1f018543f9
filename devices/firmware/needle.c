#include <avr/io.h>
#include "board.h"

#define FRAME_US 20000
#define TICKS(us) ((us) * 2U) /* timer 1 counts half microseconds */

static uint16_t at, aim;

void needle_begin(uint16_t pulse) {
    at = aim = pulse;
    DDRB |= _BV(PB1);
    ICR1 = TICKS(FRAME_US) - 1;
    OCR1A = TICKS(pulse);
    TCCR1A = _BV(COM1A1) | _BV(WGM11);
    TCCR1B = _BV(WGM13) | _BV(WGM12) | _BV(CS11);
}

void needle_aim(uint16_t pulse) { aim = pulse; }

void needle_step(void) {
    if (at == aim) return;
    if (at < aim) at = aim - at > SLEW_US ? at + SLEW_US : aim;
    else at = at - aim > SLEW_US ? at - SLEW_US : aim;
    OCR1A = TICKS(at); /* the timer takes it over between two pulses */
}

uint16_t needle_pulse(void) { return at; }

bool needle_moving(void) { return at != aim; }
