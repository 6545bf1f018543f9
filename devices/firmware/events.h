/* Button presses, kept until the host has heard them. The queue lies in RAM that a reset does not clear,
 * so a press outlives the watchdog and the reset button; only losing power loses it. Pure. */
#ifndef EVENTS_H
#define EVENTS_H
#include <stdbool.h>
#include "protocol.h"

typedef struct {
    pressed_t queue[QUEUE];
    uint8_t count;
    uint16_t lost; /* presses that found the queue full */
    uint32_t crc;  /* over all of the above: tells what survived a reset from what the power-up left */
} events_t;

/* Right after a start: keeps what survived, forgets noise. */
void events_wake(events_t *events);

void events_push(events_t *events, uint32_t boot, uint16_t event, uint8_t button);

/* The oldest press, or NULL. */
const pressed_t *events_first(const events_t *events);

/* The host has the oldest press, if it is this one. */
void events_heard(events_t *events, const heard_t *heard);

#endif
