#include <avr/io.h>
#include "board.h"

#define MASK ((1 << BUTTONS) - 1)

static uint8_t history[BUTTONS]; /* a bit a millisecond, 1 = down */
static uint8_t down;

void buttons_begin(void) { PORTC |= MASK; /* pull-ups: a button ties its pin to ground */ }

uint8_t buttons_step(void) {
    uint8_t pins = ~PINC, went_down = 0;
    for (uint8_t i = 0; i < BUTTONS; i++) {
        history[i] = history[i] << 1 | (pins >> i & 1);
        if (history[i] == 0xff && !(down & _BV(i))) went_down |= _BV(i), down |= _BV(i);
        if (history[i] == 0x00) down &= ~_BV(i);
    }
    return went_down;
}
