#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>
#include "board.h"

static volatile uint32_t milliseconds;

ISR(TIMER0_COMPA_vect) { milliseconds++; }

void clock_begin(void) {
    TCCR0A = _BV(WGM01);
    OCR0A = F_CPU / 64 / 1000 - 1;
    TIMSK0 = _BV(OCIE0A);
    TCCR0B = _BV(CS01) | _BV(CS00);
}

uint32_t clock_now(void) {
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) now = milliseconds;
    return now;
}
