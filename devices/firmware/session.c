#include "session.h"
#include <string.h>

#define FOUR_DIGITS 9999

bool session_greet(session_t *session, const hello_t *hello, uint8_t sequence) {
    if (hello->version != PROTOCOL_VERSION || hello->table != PROTOCOL_TABLE) {
        session->greeted = session->on = false;
        return false;
    }
    if (!session->greeted || hello->epoch != session->epoch) { /* a late copy of HELLO must not let old states in */
        session->greeted = true;
        session->epoch = hello->epoch;
        session->sequence = sequence;
    }
    return true;
}

/* The last line of defence: a frame can be whole and yet say what no dial can show. */
static uint8_t fault(const state_t *state) {
    uint8_t layout = state->layout & 15, decimals = state->layout >> 4;
    bool four = DIGITS < 8 || layout == LAYOUT_BOTH;
    if (state->low >= state->high || state->value < state->low || state->value > state->high) return REASON_RANGE;
    if (state->clock > CLOCK_MAX && state->clock != NO_CLOCK) return REASON_RANGE;
    if (state->lamps >> LAMPS || (state->buzzer & 15) >= PATTERN_COUNT) return REASON_RANGE;
    if (layout > LAYOUT_BOTH || decimals > 3) return REASON_DIGITS;
    if (layout == LAYOUT_BOTH && DIGITS < 8) return REASON_DIGITS;
    if (four && (layout & LAYOUT_VALUE) && state->value > FOUR_DIGITS) return REASON_DIGITS;
    return 0;
}

verdict_t session_judge(session_t *session, const state_t *state, uint8_t sequence, uint32_t now, uint8_t *reason) {
    if (!session->greeted || state->epoch != session->epoch) return VERDICT_STRANGER;
    if ((*reason = fault(state))) return VERDICT_REFUSED;
    int8_t ahead = (int8_t)(sequence - session->sequence);
    if (ahead < 0) return VERDICT_KNOWN;
    session->heard = now;
    if (ahead == 0 && session->on) return VERDICT_KNOWN;
    session->sequence = sequence;
    session->state = *state;
    session->on = true;
    return VERDICT_NEW;
}

bool session_expire(session_t *session, uint32_t now) {
    if (!session->on || now - session->heard < SILENCE_MS) return false;
    session->on = false;
    return true;
}

/* Writes a number into the digits that end before `end`; at least `shown` of them, blanks before. */
static void number(uint8_t *end, uint16_t value, uint8_t places, uint8_t shown, uint8_t point) {
    for (uint8_t i = 0; i < places; i++, value /= 10) {
        uint8_t code = value || i < shown ? value % 10 : CODE_BLANK;
        *--end = point && i == point ? code | CODE_POINT : code;
    }
}

void session_digits(const session_t *session, uint8_t codes[DIGITS]) {
    const state_t *state = &session->state;
    uint8_t layout = state->layout & 15, decimals = state->layout >> 4;
    memset(codes, session->on ? CODE_BLANK : CODE_DASH, DIGITS);
    if (!session->on) return;
    if (layout == LAYOUT_VALUE) number(codes + DIGITS, state->value, DIGITS < 5 ? DIGITS : 5, decimals + 1, decimals);
    if (layout == LAYOUT_BOTH) number(codes + 4, state->value, 4, decimals + 1, decimals);
    if ((layout & LAYOUT_CLOCK) && state->clock != NO_CLOCK)
        number(codes + DIGITS, state->clock / 60 * 100 + state->clock % 60, 4, 4, 2);
}

uint16_t session_pulse(const session_t *session, uint16_t parked, uint16_t full) {
    const state_t *state = &session->state;
    if (!session->on) return parked;
    int32_t sweep = (int32_t)full - parked;
    return parked + sweep * (state->value - state->low) / (state->high - state->low);
}
