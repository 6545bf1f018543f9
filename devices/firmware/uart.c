#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>
#include "board.h"
#define BAUD_TOL 3 /* 16 MHz makes 117,647 of 115,200: 2.1 % off, inside what 8N1 bears */
#include <util/setbaud.h>

#define RING 128 /* a power of two, so that the indexes wrap by themselves */

static volatile uint8_t in[RING], in_head, in_tail;
static volatile uint8_t out[RING], out_head, out_tail;
static volatile uint16_t overruns;

ISR(USART_RX_vect) {
    bool lost = UCSR0A & (_BV(FE0) | _BV(DOR0)); /* to be read before the byte */
    uint8_t byte = UDR0, next = (in_head + 1) % RING;
    if (next == in_tail) lost = true;
    else {
        in[in_head] = byte;
        in_head = next;
    }
    if (lost) overruns++;
}

ISR(USART_UDRE_vect) {
    if (out_tail == out_head) {
        UCSR0B &= ~_BV(UDRIE0);
    } else {
        UDR0 = out[out_tail];
        out_tail = (out_tail + 1) % RING;
    }
}

void uart_begin(void) {
    UBRR0 = UBRR_VALUE;
    UCSR0A = USE_2X ? _BV(U2X0) : 0;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

bool uart_waiting(void) { return in_head != in_tail; }

bool uart_read(uint8_t *byte) {
    if (!uart_waiting()) return false;
    *byte = in[in_tail];
    in_tail = (in_tail + 1) % RING;
    return true;
}

bool uart_write(const uint8_t *bytes, uint8_t count) {
    uint8_t head = out_head;
    if ((uint8_t)(out_tail - head - 1) % RING < count) return false;
    while (count--) {
        out[head] = *bytes++;
        head = (head + 1) % RING;
    }
    out_head = head;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) UCSR0B |= _BV(UDRIE0);
    return true;
}

uint16_t uart_overruns(void) {
    uint16_t count;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) count = overruns;
    return count;
}
