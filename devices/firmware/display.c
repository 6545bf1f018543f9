#include <avr/io.h>
#include "board.h"

#define LOAD PB2
#define DIN PB3
#define CLK PB5

/* A picture of the chip's registers: the digits 1-8, then how it is to show them (13 and 14 do nothing). */
enum { DECODE = 9, INTENSITY, SCAN_LIMIT, SHUTDOWN, TEST = 15, REGISTERS };
static uint8_t picture[REGISTERS];
static uint16_t dirty;  /* a bit a register that is still to be sent */
static uint8_t sending; /* the register whose bytes are under way, 0 for none */
static bool value_next;

static void write(uint8_t index, uint8_t value) {
    if (picture[index] == value) return;
    picture[index] = value;
    dirty |= 1U << index;
}

void display_begin(void) {
    DDRB |= _BV(LOAD) | _BV(DIN) | _BV(CLK);
    PORTB |= _BV(LOAD);
    SPCR = _BV(SPE) | _BV(MSTR);
    SPSR = _BV(SPI2X);
    write(DECODE, 0xff);
    write(INTENSITY, 8);
    write(SCAN_LIMIT, DIGITS - 1);
    write(SHUTDOWN, 1);
}

void display_refresh(void) {
    static uint8_t index;
    index = index == TEST ? 1 : index + 1;
    dirty |= 1U << index;
}

void display_show(const uint8_t codes[DIGITS]) {
    for (uint8_t i = 0; i < DIGITS; i++) write(DIGITS - i, codes[i]); /* digit 1 is the rightmost */
}

bool display_settled(void) { return !dirty && !sending; }

void display_step(void) {
    if (sending) {
        if (!(SPSR & _BV(SPIF))) return;
        if (value_next) {
            value_next = false;
            SPDR = picture[sending];
            return;
        }
        PORTB |= _BV(LOAD); /* the chip takes the register over */
        sending = 0;
    }
    if (!dirty) return;
    for (sending = 1; !(dirty & 1U << sending);) sending++;
    dirty &= ~(1U << sending);
    PORTB &= ~_BV(LOAD);
    SPDR = sending;
    value_next = true;
}
