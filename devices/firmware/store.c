#include <avr/eeprom.h>
#include <avr/io.h>
#include <string.h>
#include <util/atomic.h>
#include "board.h"
#include "link.h"

/* What lies in EEPROM from address 0 on. The CRC tells a calibration from an erased chip or a torn write. */
typedef struct {
    uint16_t starts;
    calibration_t calibration;
    uint32_t crc;
} stored_t;

static stored_t wanted;
static uint8_t next = sizeof wanted; /* the next byte to compare and write; all done at the end */
static bool calibrated;

static uint32_t seal(void) { return link_crc(&wanted.calibration, sizeof wanted.calibration); }

uint16_t store_begin(void) {
    eeprom_read_block(&wanted, NULL, sizeof wanted);
    calibrated = wanted.crc == seal();
    if (!calibrated) wanted.calibration = (calibration_t){ 1000, 2000, 0 }; /* what every servo can do */
    wanted.starts++;
    next = 0;
    return wanted.starts;
}

const calibration_t *store_calibration(void) { return &wanted.calibration; }

bool store_calibrated(void) { return calibrated; }

void store_calibrate(const calibration_t *calibration) {
    wanted.calibration = *calibration;
    wanted.crc = seal();
    calibrated = true;
    next = 0;
}

bool store_settled(void) { return next == sizeof wanted && eeprom_is_ready(); }

void store_step(void) {
    if (next == sizeof wanted || !eeprom_is_ready()) return;
    uint8_t byte = ((const uint8_t *)&wanted)[next];
    uint8_t *address = (uint8_t *)(uint16_t)next++;
    if (eeprom_read_byte(address) != byte) eeprom_write_byte(address, byte); /* starts the write, does not await it */
}
