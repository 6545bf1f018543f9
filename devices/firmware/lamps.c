#include <avr/io.h>
#include "board.h"

#define FIRST PD4
#define MASK (((1 << LAMPS) - 1) << FIRST)

void lamps_begin(void) {
    DDRD |= MASK;
    DDRB |= _BV(PB0);
}

void lamps_show(uint8_t lamps, bool off_flag) {
    PORTD = (PORTD & ~MASK) | lamps << FIRST;
    if (off_flag) PORTB |= _BV(PB0);
    else PORTB &= ~_BV(PB0);
}
