#include "link.h"
#ifdef __AVR__
#include <avr/pgmspace.h>
#else
#define PROGMEM
#define pgm_read_dword(address) (*(address))
#endif

/* Four bits at a time: 64 bytes of flash instead of 1,024, and still a byte in a tenth of its time on the wire. */
static const uint32_t nibbles[16] PROGMEM = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

uint32_t link_crc(const void *data, uint8_t count) {
    const uint8_t *byte = data;
    uint32_t crc = 0xffffffff;
    while (count--) {
        crc ^= *byte++;
        crc = (crc >> 4) ^ pgm_read_dword(&nibbles[crc & 15]);
        crc = (crc >> 4) ^ pgm_read_dword(&nibbles[crc & 15]);
    }
    return ~crc;
}

/* In place; returns the decoded count, 0 where the code bytes do not add up. */
static uint8_t cobs_decode(uint8_t *bytes, uint8_t count) {
    uint8_t in = 0, out = 0;
    while (in < count) {
        uint8_t code = bytes[in++];
        if (code - 1 > count - in) return 0;
        for (uint8_t i = 1; i < code; i++) bytes[out++] = bytes[in++];
        if (in < count) bytes[out++] = 0;
    }
    return out;
}

/* Frames are far shorter than 254 bytes, so no code byte ever runs over. */
static uint8_t cobs_encode(uint8_t *out, const uint8_t *bytes, uint8_t count) {
    uint8_t code_at = 0, end = 1;
    for (uint8_t i = 0; i < count; i++) {
        if (bytes[i]) {
            out[end++] = bytes[i];
        } else {
            out[code_at] = end - code_at;
            code_at = end++;
        }
    }
    out[code_at] = end - code_at;
    return end;
}

static bool check(receiver_t *receiver, uint8_t count) {
    count = cobs_decode(receiver->bytes, count);
    if (count < 2 + 4) return false;
    uint32_t crc = link_crc(receiver->bytes, count - 4);
    for (uint8_t i = count - 4; i < count; i++, crc >>= 8)
        if (receiver->bytes[i] != (uint8_t)crc) return false;
    receiver->length = count - 2 - 4;
    return true;
}

bool link_receive(receiver_t *receiver, uint8_t byte) {
    if (byte) {
        if (receiver->count < LINK_ENCODED) receiver->bytes[receiver->count++] = byte;
        else receiver->overlong = true;
        return false;
    }
    uint8_t count = receiver->count;
    bool overlong = receiver->overlong;
    receiver->count = 0;
    receiver->overlong = false;
    if (!count) return false; /* an idle delimiter */
    if (!overlong && check(receiver, count)) return true;
    receiver->bad++;
    return false;
}

uint8_t link_pack(uint8_t out[LINK_ENCODED + 1], frame_t *frame, uint8_t length) {
    uint32_t crc = link_crc(frame, 2 + length);
    uint8_t *end = frame->payload + length; /* the CRC follows the payload directly */
    for (uint8_t i = 0; i < 4; i++, crc >>= 8) *end++ = (uint8_t)crc;
    uint8_t count = cobs_encode(out, (const uint8_t *)frame, 2 + length + 4);
    out[count++] = 0;
    return count;
}
