#include <avr/io.h>
#include <avr/wdt.h>
#include "board.h"

#define PAINT 0xa5

extern uint8_t _end, __stack; /* from the linker: the first byte after the variables, and the last of RAM */
static uint8_t cause __attribute__((section(".noinit")));
static uint16_t free_bytes;

/* Before main: the watchdog stays armed after its own reset and would bite again; then paint what the stack may use. */
__attribute__((naked, used, section(".init3"))) static void early(void) {
    cause = MCUSR;
    MCUSR = 0;
    wdt_disable();
    for (uint8_t *byte = &_end; byte <= &__stack; byte++) *byte = PAINT;
}

uint8_t memory_reset_cause(void) { return cause; }

uint16_t memory_free(void) { return free_bytes; }

void memory_step(void) {
    static const uint8_t *at = &_end;
    for (uint8_t i = 0; i < 64; i++, at++) {
        if (at <= &__stack && *at == PAINT) continue;
        free_bytes = at - &_end;
        at = &_end;
        return;
    }
}
