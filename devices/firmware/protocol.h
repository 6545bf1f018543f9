/* The wire's vocabulary. Made from devices/protocol.py by `make firmware`: change it there. */
#ifndef PROTOCOL_H
#define PROTOCOL_H
#include <stdint.h>

#ifndef PROTOCOL_VERSION
#define PROTOCOL_VERSION 1
#endif
#define PROTOCOL_TABLE 0xffe74db8UL
#define BAUD 115200UL
#define MAX_PAYLOAD 21
#define SILENCE_MS 1500
#define NO_CLOCK 0xffff
#define CLOCK_MAX 5999
#define PULSE_MIN 500
#define PULSE_MAX 2500
#define SLEW_US 40
#define QUEUE 8

#define LAYOUT_BLANK 0
#define LAYOUT_VALUE 1
#define LAYOUT_CLOCK 2
#define LAYOUT_BOTH 3
#define FLAG_MOVING 1
#define FLAG_UNCALIBRATED 2
#define REASON_RANGE 1
#define REASON_DIGITS 2
#define REASON_PULSE 3

#define KIND_HELLO 0x01
#define KIND_STATE 0x02
#define KIND_PING 0x03
#define KIND_HEARD 0x04
#define KIND_CALIBRATE 0x05
#define KIND_WELCOME 0x81
#define KIND_SHOWN 0x82
#define KIND_PONG 0x83
#define KIND_PRESSED 0x84
#define KIND_REFUSED 0x85
#define KIND_CALIBRATED 0x86
#define KIND_STRANGER 0x8f
typedef struct __attribute__((packed)) { uint8_t version; uint32_t table; uint16_t epoch; } hello_t;
typedef struct __attribute__((packed)) { uint16_t epoch; uint16_t value; uint16_t low; uint16_t high; uint8_t layout; uint16_t clock; uint8_t lamps; uint8_t buzzer; } state_t;
typedef struct __attribute__((packed)) { uint32_t token; } ping_t;
typedef struct __attribute__((packed)) { uint32_t boot; uint16_t event; } heard_t;
typedef struct __attribute__((packed)) { uint16_t epoch; uint16_t parked; uint16_t full; uint8_t unit; } calibrate_t;
typedef struct __attribute__((packed)) { uint8_t version; uint32_t table; uint16_t epoch; uint32_t boot; uint8_t firmware; uint8_t reset; uint8_t digits; uint8_t lamps; uint8_t buttons; uint8_t unit; uint16_t parked; uint16_t full; } welcome_t;
typedef struct __attribute__((packed)) { uint16_t epoch; uint16_t value; uint16_t low; uint16_t high; uint8_t layout; uint16_t clock; uint8_t lamps; uint8_t buzzer; uint8_t flags; uint16_t pulse; } shown_t;
typedef struct __attribute__((packed)) { uint32_t token; uint32_t uptime; uint16_t bad; uint16_t overrun; uint16_t lost; uint16_t free; } pong_t;
typedef struct __attribute__((packed)) { uint32_t boot; uint16_t event; uint8_t button; } pressed_t;
typedef struct __attribute__((packed)) { uint16_t epoch; uint8_t reason; } refused_t;
typedef struct __attribute__((packed)) { uint16_t parked; uint16_t full; uint8_t unit; } calibrated_t;
typedef struct __attribute__((packed)) { uint16_t epoch; } stranger_t;

/* compare value of the tone, beep ms, pause ms, beeps */
typedef struct { uint8_t ticks; uint16_t on, off; uint8_t times; } pattern_t;
#define PATTERN_COUNT 7
#define PATTERN_ROWS \
    { 0, 0, 0, 0 }, /* silent */ \
    { 61, 30, 30, 1 }, /* tick */ \
    { 124, 150, 50, 1 }, /* turn */ \
    { 82, 200, 100, 2 }, /* vote */ \
    { 249, 400, 200, 3 }, /* poison */ \
    { 41, 100, 100, 10 }, /* ground */ \
    { 166, 500, 250, 3 }, /* time-up */ \

#endif
