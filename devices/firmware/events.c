#include "events.h"
#include <stddef.h>
#include <string.h>
#include "link.h"

static uint32_t seal(const events_t *events) { return link_crc(events, offsetof(events_t, crc)); }

void events_wake(events_t *events) {
    if (events->count <= QUEUE && events->crc == seal(events)) return;
    memset(events, 0, sizeof *events);
    events->crc = seal(events);
}

void events_push(events_t *events, uint32_t boot, uint16_t event, uint8_t button) {
    if (events->count < QUEUE) events->queue[events->count++] = (pressed_t){ boot, event, button };
    else if (events->lost < UINT16_MAX) events->lost++;
    events->crc = seal(events);
}

const pressed_t *events_first(const events_t *events) { return events->count ? events->queue : NULL; }

void events_heard(events_t *events, const heard_t *heard) {
    const pressed_t *first = events_first(events);
    if (!first || first->boot != heard->boot || first->event != heard->event) return;
    memmove(events->queue, events->queue + 1, --events->count * sizeof *events->queue);
    events->crc = seal(events);
}
