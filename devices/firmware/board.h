/* The wiring of an Arduino Uno or Nano (ATmega328P, 16 MHz), and one small driver a part.
 *
 *   D3  PD3 OC2B  buzzer            D8  PB0       OFF flag
 *   D4-D7 PD4-PD7 lamps 1-4         D9  PB1 OC1A  servo needle
 *   A0-A2 PC0-PC2 buttons to GND    D10 PB2, D11 PB3, D13 PB5  MAX7219 LOAD, DIN, CLK */
#ifndef BOARD_H
#define BOARD_H
#include <stdbool.h>
#include <stdint.h>
#include "protocol.h"
#include "session.h"

#define BUTTONS 3

/* clock.c: milliseconds since the start, from timer 0. */
void clock_begin(void);
uint32_t clock_now(void);

/* uart.c: the interrupts move bytes between the line and two rings; nobody waits. */
void uart_begin(void);
bool uart_read(uint8_t *byte);
bool uart_write(const uint8_t *bytes, uint8_t count); /* all of them or, where there is no room, none */
bool uart_waiting(void);
uint16_t uart_overruns(void);

/* display.c: MAX7219. `step` moves at most one byte. */
void display_begin(void);
void display_show(const uint8_t codes[DIGITS]);
void display_refresh(void); /* sends one register anew, in turn: a spark from a jumper can upset the chip */
void display_step(void);
bool display_settled(void);

/* needle.c: servo with slew limit. */
void needle_begin(uint16_t pulse);
void needle_aim(uint16_t pulse);
void needle_step(void); /* every 20 ms */
uint16_t needle_pulse(void);
bool needle_moving(void);

/* lamps.c */
void lamps_begin(void);
void lamps_show(uint8_t lamps, bool off_flag);

/* buzzer.c: patterns over a tone that timer 2 makes by itself. */
void buzzer_begin(void);
void buzzer_play(uint8_t order, uint32_t now); /* STATE's byte; the same one again goes on, it does not restart */
void buzzer_step(uint32_t now);
uint8_t buzzer_sounding(void); /* the order being played, 0 when it is done */

/* buttons.c: bits of the buttons that have just gone down, after 8 ms of rest. Every 1 ms. */
void buttons_begin(void);
uint8_t buttons_step(void);

/* store.c: EEPROM, a byte a step at most. */
typedef struct {
    uint16_t parked, full; /* servo pulses, microseconds */
    uint8_t unit;
} calibration_t;
uint16_t store_begin(void); /* how many times this gauge has started, this one included */
const calibration_t *store_calibration(void);
bool store_calibrated(void);
void store_calibrate(const calibration_t *calibration);
void store_step(void);
bool store_settled(void);

/* memory.c */
uint8_t memory_reset_cause(void);
uint16_t memory_free(void); /* bytes that the stack never reached */
void memory_step(void);     /* looks on, 64 bytes at a time */

#endif
