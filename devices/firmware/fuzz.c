/* Damaged frames through the firmware's own decoder:  fuzz FRAMES SEED
 * Whatever comes out must be, byte for byte, one of the last few frames that went in. Prints one line of JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "link.h"

#define RECENT 4 /* a lost delimiter can hold a frame back until a later one brings it */

static uint64_t seed;

static uint32_t chance(uint32_t below) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (seed >> 32) * below >> 32;
}

typedef struct {
    frame_t frame;
    uint8_t length;
} sent_t;

static sent_t recent[RECENT];

/* Every kind that a host sends, with any content. */
static uint8_t make_frame(uint8_t *wire, unsigned long number) {
    static const uint8_t kinds[][2] = {
        { KIND_HELLO, sizeof(hello_t) }, { KIND_STATE, sizeof(state_t) }, { KIND_PING, sizeof(ping_t) },
        { KIND_HEARD, sizeof(heard_t) }, { KIND_CALIBRATE, sizeof(calibrate_t) },
    };
    const uint8_t *kind = kinds[number % 4 ? 1 : chance(5)]; /* mostly STATE, as on the wire */
    sent_t *sent = &recent[number % RECENT];
    memset(sent, 0, sizeof *sent);
    sent->frame.kind = kind[0];
    sent->frame.sequence = number;
    sent->length = kind[1];
    for (uint8_t i = 0; i < kind[1]; i++) sent->frame.payload[i] = chance(3) ? chance(256) : 0;
    frame_t copy = sent->frame;
    return link_pack(wire, &copy, sent->length);
}

static bool was_sent(const receiver_t *receiver) {
    for (int i = 0; i < RECENT; i++)
        if (receiver->length == recent[i].length && !memcmp(&receiver->frame, &recent[i].frame, 2 + receiver->length))
            return true;
    return false;
}

/* Four kinds of trouble by turns; returns the bytes that reach the gauge. */
static unsigned damage(uint8_t *out, const uint8_t *wire, uint8_t count, unsigned long number) {
    unsigned end = 0, burst = number % 4 == 2 ? chance(count) : 255;
    for (uint8_t i = 0; i < count; i++) {
        uint8_t byte = wire[i];
        bool hit = chance(20) == 0;
        switch (number % 4) {
        case 0: /* bits flip */
            if (hit) byte ^= 1 << chance(8);
            break;
        case 1: /* bytes are garbled, lost, or come from nowhere */
            if (hit && chance(3) == 0) continue;
            if (hit && chance(2)) out[end++] = chance(256);
            else if (hit) byte = chance(256);
            break;
        case 2: /* a burst of up to six bytes */
            if (i >= burst && i < burst + 6) byte = chance(256);
            break;
        case 3: /* pure noise that ends like a frame */
            byte = i == count - 1 ? 0 : chance(256);
            break;
        }
        out[end++] = byte;
    }
    return end;
}

int main(int count, char **words) {
    unsigned long frames = count > 1 ? strtoul(words[1], NULL, 10) : 1000000;
    seed = (count > 2 ? strtoull(words[2], NULL, 10) : 1) * 0x9e3779b97f4a7c15ULL + 1;
    unsigned long damaged = 0, delivered = 0, rejected = 0, undetected = 0;
    receiver_t receiver = { .count = 0 };
    for (unsigned long n = 0; n < frames; n++) {
        uint8_t wire[LINK_ENCODED + 1], line[2 * sizeof wire];
        uint8_t length = make_frame(wire, n);
        unsigned end = damage(line, wire, length, n);
        damaged += end != length || memcmp(line, wire, length);
        for (unsigned i = 0; i < end; i++) {
            uint16_t bad = receiver.bad;
            bool whole = link_receive(&receiver, line[i]);
            rejected += (uint16_t)(receiver.bad - bad);
            if (whole && was_sent(&receiver)) delivered++;
            else if (whole) undetected++;
        }
    }
    printf("{\"frames\": %lu, \"damaged\": %lu, \"delivered\": %lu, \"rejected\": %lu, \"undetected\": %lu}\n",
           frames, damaged, delivered, rejected, undetected);
    return undetected != 0;
}
