/* Which STATE may be shown, and what it looks like. Pure: no hardware, no clock of its own. */
#ifndef SESSION_H
#define SESSION_H
#include <stdbool.h>
#include "protocol.h"

#ifndef DIGITS
#define DIGITS 8
#endif
#define LAMPS 4
#define CODE_DASH 10 /* in the MAX7219's own character set */
#define CODE_BLANK 15
#define CODE_POINT 0x80

typedef struct {
    uint16_t epoch;
    bool greeted;     /* HELLO came, and it was of our version and table */
    bool on;          /* a state is on show */
    uint8_t sequence; /* of the state on show */
    uint32_t heard;   /* when the last good STATE came, ms */
    state_t state;
} session_t;

typedef enum {
    VERDICT_NEW,      /* show it */
    VERDICT_KNOWN,    /* already on show, or older: acknowledge what is shown */
    VERDICT_STRANGER, /* of another session */
    VERDICT_REFUSED,  /* not a state that this gauge can show; the reason is set */
} verdict_t;

/* True where host and gauge speak the same language; else nothing stays on show. */
bool session_greet(session_t *session, const hello_t *hello, uint8_t sequence);

/* Takes a new state into the session when the verdict is VERDICT_NEW. */
verdict_t session_judge(session_t *session, const state_t *state, uint8_t sequence, uint32_t now, uint8_t *reason);

/* True once, when the host has been silent for too long. */
bool session_expire(session_t *session, uint32_t now);

/* MAX7219 codes, leftmost digit first; dashes when nothing is on show. */
void session_digits(const session_t *session, uint8_t codes[DIGITS]);

/* The servo pulse in microseconds that belongs to what is on show; parked when nothing is. */
uint16_t session_pulse(const session_t *session, uint16_t parked, uint16_t full);

#endif
