/* A gauge for the table: shows what the host says, says what it shows, and says OFF when nobody speaks.
 * The loop never waits: each part gets a bounded step, and the interrupts only move bytes and count time. */
#include <avr/interrupt.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <string.h>
#include "board.h"
#include "events.h"
#include "link.h"

#define FIRMWARE 1
#define RX_PER_LOOP 64  /* a flood of bytes must not starve the rest */
#define RESEND_MS 15    /* a button press that was not heard */
#define SERVO_MS 20
#define REFRESH_MS 40   /* one of the display chip's 15 registers */

static receiver_t receiver;
static session_t session;
static events_t events __attribute__((section(".noinit")));
static uint32_t boot; /* starts so far, and the first epoch heard: no two sessions of any two gauges share it */
static uint16_t next_event;
static bool shown_due, calibrated_due, awake;

static bool send(uint8_t kind, uint8_t sequence, const void *payload, uint8_t length) {
    frame_t frame = { .kind = kind, .sequence = sequence };
    uint8_t bytes[LINK_ENCODED + 1];
    memcpy(frame.payload, payload, length);
    return uart_write(bytes, link_pack(bytes, &frame, length));
}

/* Everything that is visible or audible follows from the session, here and nowhere else. */
static void show(uint32_t now) {
    uint8_t codes[DIGITS];
    session_digits(&session, codes);
    display_show(codes);
    lamps_show(session.on ? session.state.lamps : 0, !session.on);
    buzzer_play(session.on ? session.state.buzzer : 0, now);
    const calibration_t *calibration = store_calibration();
    needle_aim(session_pulse(&session, calibration->parked, calibration->full));
}

static void say_welcome(uint16_t epoch) {
    const calibration_t *calibration = store_calibration();
    welcome_t welcome = {
        PROTOCOL_VERSION, PROTOCOL_TABLE, epoch, boot, FIRMWARE, memory_reset_cause(),
        DIGITS, LAMPS, BUTTONS, calibration->unit, calibration->parked, calibration->full,
    };
    send(KIND_WELCOME, 0, &welcome, sizeof welcome);
}

static void say_shown(void) {
    const state_t *state = &session.state;
    uint8_t flags = (needle_moving() ? FLAG_MOVING : 0) | (store_calibrated() ? 0 : FLAG_UNCALIBRATED);
    shown_t shown = {
        session.epoch, state->value, state->low, state->high, state->layout, state->clock,
        state->lamps, buzzer_sounding(), flags, needle_pulse(),
    };
    if (send(KIND_SHOWN, session.sequence, &shown, sizeof shown)) shown_due = false;
}

static void say_pong(const ping_t *ping, uint8_t sequence, uint32_t now) {
    pong_t pong = { ping->token, now, receiver.bad, uart_overruns(), events.lost, memory_free() };
    send(KIND_PONG, sequence, &pong, sizeof pong);
}

static void say_refused(uint16_t epoch, uint8_t sequence, uint8_t reason) {
    refused_t refused = { epoch, reason };
    send(KIND_REFUSED, sequence, &refused, sizeof refused);
}

static void say_calibrated(void) {
    const calibration_t *calibration = store_calibration();
    calibrated_t calibrated = { calibration->parked, calibration->full, calibration->unit };
    if (send(KIND_CALIBRATED, 0, &calibrated, sizeof calibrated)) calibrated_due = false;
}

static void on_hello(const hello_t *hello, uint8_t sequence, uint32_t now) {
    if (session_greet(&session, hello, sequence)) {
        if (!(boot & 0xffff)) boot |= hello->epoch;
    } else {
        show(now);
    }
    say_welcome(hello->epoch);
}

static void on_state(const state_t *state, uint8_t sequence, uint32_t now) {
    uint8_t reason;
    switch (session_judge(&session, state, sequence, now, &reason)) {
    case VERDICT_NEW:
        show(now);
        shown_due = true;
        break;
    case VERDICT_KNOWN:
        shown_due = true;
        break;
    case VERDICT_STRANGER:
        send(KIND_STRANGER, sequence, &state->epoch, sizeof state->epoch);
        break;
    case VERDICT_REFUSED:
        say_refused(state->epoch, sequence, reason);
        break;
    }
}

static void on_calibrate(const calibrate_t *wish, uint8_t sequence, uint32_t now) {
    if (!session.greeted || wish->epoch != session.epoch) return;
    if (wish->parked < PULSE_MIN || wish->parked > PULSE_MAX || wish->full < PULSE_MIN || wish->full > PULSE_MAX ||
        wish->parked == wish->full) {
        say_refused(wish->epoch, sequence, REASON_PULSE);
        return;
    }
    store_calibrate(&(calibration_t){ wish->parked, wish->full, wish->unit });
    show(now);
    calibrated_due = true;
}

static void on_frame(const frame_t *frame, uint8_t length, uint32_t now) {
    const void *payload = frame->payload;
    uint8_t sequence = frame->sequence;
    /* HELLO may grow in later versions; all others are of one length within a version. */
    if (frame->kind == KIND_HELLO && length >= sizeof(hello_t)) on_hello(payload, sequence, now);
    if (frame->kind == KIND_STATE && length == sizeof(state_t)) on_state(payload, sequence, now);
    if (frame->kind == KIND_PING && length == sizeof(ping_t)) say_pong(payload, sequence, now);
    if (frame->kind == KIND_HEARD && length == sizeof(heard_t)) events_heard(&events, payload);
    if (frame->kind == KIND_CALIBRATE && length == sizeof(calibrate_t)) on_calibrate(payload, sequence, now);
}

static void every_millisecond(uint32_t now) {
    static uint32_t servo_at, refresh_at, press_at;
    uint8_t went_down = buttons_step();
    for (uint8_t i = 0; went_down; i++, went_down >>= 1)
        if (went_down & 1) events_push(&events, boot, next_event++, i), press_at = now;
    if (session_expire(&session, now)) show(now);
    buzzer_step(now);
    const pressed_t *pressed = events_first(&events);
    if (pressed && session.on && (int32_t)(now - press_at) >= 0)
        if (send(KIND_PRESSED, 0, pressed, sizeof *pressed)) press_at = now + RESEND_MS;
    if (now - servo_at >= SERVO_MS) servo_at = now, needle_step(), memory_step();
    if (now - refresh_at >= REFRESH_MS) refresh_at = now, display_refresh();
}

static void begin(void) {
    events_wake(&events);
    boot = (uint32_t)store_begin() << 16;
    clock_begin();
    uart_begin();
    lamps_begin();
    buzzer_begin();
    buttons_begin();
    display_begin();
    needle_begin(store_calibration()->parked);
    wdt_enable(WDTO_250MS);
    sei();
    show(0);
}

int main(void) {
    begin();
    uint32_t tick = 0;
    set_sleep_mode(SLEEP_MODE_IDLE);
    for (;;) {
        wdt_reset();
        uint32_t now = clock_now();
        store_step();
        if (!awake && store_settled()) { /* the boot number is safe: from here on it may be told */
            awake = true;
            say_welcome(0);
        }
        uint8_t byte;
        for (uint8_t i = 0; awake && i < RX_PER_LOOP && uart_read(&byte); i++)
            if (link_receive(&receiver, byte)) on_frame(&receiver.frame, receiver.length, now);
        if (now != tick) {
            tick = now;
            every_millisecond(now);
        }
        display_step();
        if (shown_due && session.on && display_settled()) say_shown();
        if (calibrated_due && store_settled()) say_calibrated();
        cli();
        if (!uart_waiting() && display_settled() && clock_now() == tick) {
            sleep_enable();
            sei(); /* takes effect after the next instruction, so no interrupt slips in before the sleep */
            sleep_cpu();
            sleep_disable();
        }
        sei();
    }
}
