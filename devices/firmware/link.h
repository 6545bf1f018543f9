/* Frames on the wire: COBS(kind, sequence, payload, CRC-32) and a zero byte.
 * Nothing here touches hardware: the same code is compiled and fuzzed on the PC. */
#ifndef LINK_H
#define LINK_H
#include <stdbool.h>
#include <stdint.h>
#include "protocol.h"

#define LINK_RAW (2 + MAX_PAYLOAD + 4)
#define LINK_ENCODED (LINK_RAW + 1) /* one COBS code byte; the delimiter not counted */

typedef struct {
    uint8_t kind, sequence, payload[MAX_PAYLOAD], crc[4];
} frame_t;

typedef struct {
    union { /* decoding in place turns the one into the other */
        uint8_t bytes[LINK_ENCODED];
        frame_t frame;
    };
    uint8_t count;
    uint8_t length; /* of the payload, once a frame is whole */
    bool overlong;
    uint16_t bad; /* frames that came damaged */
} receiver_t;

/* Takes one byte from the wire; true when it completes a frame that passed every check. */
bool link_receive(receiver_t *receiver, uint8_t byte);

/* Completes a frame whose payload is filled in; returns the bytes in `out`, delimiter included. */
uint8_t link_pack(uint8_t out[LINK_ENCODED + 1], frame_t *frame, uint8_t length);

/* The CRC-32 of zlib. */
uint32_t link_crc(const void *data, uint8_t count);

#endif
