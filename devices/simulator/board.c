/* A gauge's board around a simulated ATmega328P (libsimavr 1.6): the serial line at its true pace, the buttons,
 * and what a person would see and hear. A library of plain functions, called from simavr.py.
 * Comments with a version number name what that simavr gets wrong, and how the board makes up for it. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <avr_extint.h>
#include <avr_ioport.h>
#include <avr_spi.h>
#include <avr_uart.h>
#include <sim_avr.h>
#include <sim_elf.h>

#define HZ 16000000
#define BUTTONS 3
#define FIFO 3      /* bytes that silicon holds: two in the buffer, one arriving */
#define LINE 65536  /* bytes under way, each direction */
#define LOOKS 65536 /* looks not yet fetched */
#define LOOK_EVERY (HZ / 2000)
#define SETTLED 3 /* times in a row the same: not in the middle of an update, which simavr draws out to 2 ms */

/* Registers of the ATmega328P, as addresses in data space. */
enum { PORTB_ = 0x25, PORTD_ = 0x2b, MCUSR_ = 0x54, OCR1AL_ = 0x88, TCCR2A_ = 0xb0, TCCR2B_ = 0xb1, OCR2A_ = 0xb3,
       UCSR0A_ = 0xc0, UBRR0L_ = 0xc4 };

/* What there is to see and hear at one moment. simavr.py knows this layout. */
typedef struct {
    uint64_t cycle;
    uint8_t codes[8]; /* of the MAX7219, rightmost digit first */
    uint16_t pulse;   /* servo, half microseconds */
    uint8_t digits;   /* how many are lit; 0 while the chip is shut down */
    uint8_t lamps, off;
    uint8_t tone; /* the timer's compare value, 0 for silence */
} look_t;
#define LOOK_BYTES (offsetof(look_t, tone) + 1 - offsetof(look_t, codes)) /* what can change, without padding */

typedef struct {
    avr_t *avr;
    avr_uart_t *uart;
    avr_irq_t *uart_in;
    uint8_t in[LINE];
    unsigned in_head, in_tail;
    bool pumping;
    struct { uint64_t at; uint8_t byte; } out[LINE];
    unsigned out_head, out_tail;
    uint64_t out_free;
    uint8_t chip[16], spi[2], spi_count;
    uint64_t first_change; /* since board_watch, 0 for none yet */
    bool watching;
    look_t last;
    uint32_t same; /* how many looks in a row were like the last */
    look_t looks[LOOKS];
    unsigned look_head, look_tail;
    uint32_t resets, overruns;
    bool was_reset;
    bool down[BUTTONS];
} board_t;


static avr_irq_t *pin(board_t *board, char port, int number) {
    return avr_io_getirq(board->avr, AVR_IOCTL_IOPORT_GETIRQ(port), number);
}

/* 1.6: counts a parity bit into every byte; this is 8N1. */
static uint64_t byte_cycles(board_t *board) {
    const uint8_t *data = board->avr->data;
    unsigned divisor = (data[UBRR0L_] | data[UBRR0L_ + 1] << 8) + 1;
    return board->uart->cycles_per_byte = (uint64_t)divisor * (data[UCSR0A_] & 2 ? 8 : 16) * 10;
}

/* Puts the next byte on the receive line; the UART itself takes a byte's time to hand it on. */
static avr_cycle_count_t pump(avr_t *avr, avr_cycle_count_t when, void *param) {
    (void)avr;
    board_t *board = param;
    board->pumping = board->in_tail != board->in_head;
    if (!board->pumping) return 0;
    uint64_t cycles = byte_cycles(board);
    uint8_t byte = board->in[board->in_tail++ % LINE];
    /* 1.6: its FIFO is 64 bytes deep and would hide overruns. */
    if (((board->uart->input.write - board->uart->input.read) & 63) >= FIFO) board->overruns++;
    else avr_raise_irq(board->uart_in, byte);
    return when + cycles;
}

static void on_transmit(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    board_t *board = param;
    uint64_t start = board->out_free > board->avr->cycle ? board->out_free : board->avr->cycle;
    board->out_free = start + byte_cycles(board);
    if (board->out_head - board->out_tail == LINE) board->out_tail++;
    board->out[board->out_head % LINE].at = board->out_free;
    board->out[board->out_head++ % LINE].byte = value;
}

static void changed(board_t *board) {
    if (board->watching && !board->first_change) board->first_change = board->avr->cycle;
}

static void on_spi(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    board_t *board = param;
    board->spi[board->spi_count++ & 1] = value;
}

/* LOAD goes up: the MAX7219 takes the last two bytes over. */
static void on_load(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    board_t *board = param;
    if (value && board->spi_count >= 2) {
        uint8_t *cell = &board->chip[board->spi[0] & 15];
        if (*cell != board->spi[1]) changed(board);
        *cell = board->spi[1];
    }
    board->spi_count = 0;
}

static void on_lamp(avr_irq_t *irq, uint32_t value, void *param) {
    if (irq->value != value) changed(param);
}

static look_t look_now(board_t *board) {
    const uint8_t *data = board->avr->data;
    look_t look = { .cycle = board->avr->cycle };
    memcpy(look.codes, board->chip + 1, 8);
    look.digits = board->chip[12] & 1 ? (board->chip[11] & 7) + 1 : 0;
    look.lamps = data[PORTD_] >> 4;
    look.off = data[PORTB_] & 1;
    /* 1.6: the servo pin's edges go wrong once the width changes, so the commanded width is read. */
    look.pulse = data[OCR1AL_] | data[OCR1AL_ + 1] << 8;
    look.tone = data[TCCR2B_] & 7 && data[TCCR2A_] & 0x30 ? data[OCR2A_] : 0;
    return look;
}

/* 1.6: a pull-up that the firmware switches on would otherwise lift a pin that a button holds down. */
static void level(board_t *board, int button) {
    avr_ioport_external_t external = { .name = 'C', .mask = (1 << BUTTONS) - 1 };
    for (int i = 0; i < BUTTONS; i++) external.value |= !board->down[i] << i;
    avr_ioctl(board->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('C'), &external);
    avr_raise_irq(pin(board, 'C', button), !board->down[button]);
}

static avr_cycle_count_t watch(avr_t *avr, avr_cycle_count_t when, void *param) {
    (void)avr;
    board_t *board = param;
    look_t look = look_now(board);
    if (memcmp(look.codes, board->last.codes, LOOK_BYTES)) {
        board->last = look;
        board->same = 0;
    }
    if (++board->same == SETTLED) {
        if (board->look_head - board->look_tail == LOOKS) board->look_tail++;
        board->looks[board->look_head++ % LOOKS] = board->last;
    }
    return when + LOOK_EVERY;
}

static void on_reset(avr_t *avr) {
    board_t *board = avr->custom.data;
    board->was_reset = true;
    board->resets++;
}

/* simavr drops every cycle timer at a reset, the firmware's own watchdog included. */
static void settle_in(board_t *board) {
    board->was_reset = false;
    /* 1.6: polls a low PD2 or PD3 every cycle otherwise, and is 200 times slower. */
    for (int i = 0; i < 2; i++) avr_extint_set_strict_lvl_trig(board->avr, i, 0);
    for (int i = 0; i < BUTTONS; i++) { /* the port forgot its levels, and an unchanged one would not be told */
        avr_raise_irq(pin(board, 'C', i), board->down[i]);
        level(board, i);
    }
    avr_cycle_timer_register(board->avr, LOOK_EVERY, watch, board);
    board->pumping = board->in_tail != board->in_head;
    if (board->pumping) avr_cycle_timer_register(board->avr, 1, pump, board);
}

/* 1.6 would sleep in real time. */
static void sleep_no_more(avr_t *avr, avr_cycle_count_t cycles) { (void)avr, (void)cycles; }

static void log_nothing(avr_t *avr, const int level, const char *format, va_list arguments) {
    (void)avr, (void)level, (void)format, (void)arguments;
}

board_t *board_open(const char *elf) {
    elf_firmware_t firmware;
    memset(&firmware, 0, sizeof firmware);
    avr_global_logger_set(log_nothing);
    if (elf_read_firmware(elf, &firmware)) return NULL;
    board_t *board = calloc(1, sizeof *board);
    avr_t *avr = board->avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    firmware.frequency = HZ;
    avr_load_firmware(avr, &firmware);
    avr->frequency = HZ;
    avr->sleep = sleep_no_more;
    avr->reset = on_reset;
    avr->custom.data = board;
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "uart")) board->uart = (avr_uart_t *)io;
    uint32_t flags = 0; /* no echo on standard output, no pauses while polled */
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    board->uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_transmit, board);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), on_spi, board);
    avr_irq_register_notify(pin(board, 'B', 2), on_load, board);
    avr_irq_register_notify(pin(board, 'B', 0), on_lamp, board);
    for (int i = 4; i < 8; i++) avr_irq_register_notify(pin(board, 'D', i), on_lamp, board);
    avr->data[MCUSR_] = 1; /* power-on */
    settle_in(board);
    return board;
}

void board_close(board_t *board) {
    avr_terminate(board->avr);
    free(board->avr);
    free(board);
}

uint64_t board_cycle(const board_t *board) { return board->avr->cycle; }

/* Runs until the given cycle, or until a whole frame (up to its zero byte) has left the board. False: the chip stopped. */
bool board_run(board_t *board, uint64_t until) {
    while (board->avr->cycle < until) {
        if (board->was_reset) settle_in(board);
        int state = avr_run(board->avr);
        if (state == cpu_Done || state == cpu_Crashed) return false;
        if (board->out_head != board->out_tail) {
            unsigned last = board->out_head - 1;
            if (!board->out[last % LINE].byte && board->out[last % LINE].at <= board->avr->cycle) break;
        }
    }
    return true;
}

void board_receive(board_t *board, const uint8_t *bytes, unsigned count) {
    while (count-- && board->in_head - board->in_tail < LINE) board->in[board->in_head++ % LINE] = *bytes++;
    if (board->pumping || board->was_reset) return;
    board->pumping = true;
    avr_cycle_timer_register(board->avr, 1, pump, board);
}

/* The bytes whose last bit has left. */
unsigned board_transmitted(board_t *board, uint8_t *bytes, unsigned room) {
    unsigned count = 0;
    while (count < room && board->out_tail != board->out_head && board->out[board->out_tail % LINE].at <= board->avr->cycle)
        bytes[count++] = board->out[board->out_tail++ % LINE].byte;
    return count;
}

void board_hold(board_t *board, int button, bool down) {
    board->down[button] = down;
    level(board, button);
}

/* `cause` as the chip's reset register tells it; losing power also loses what was in RAM. */
void board_reset(board_t *board, uint8_t cause) {
    avr_reset(board->avr);
    board->avr->data[MCUSR_] = cause;
    if (cause & 1) memset(board->avr->data + board->avr->ioend + 1, 0x5a, board->avr->ramend - board->avr->ioend);
    board->in_tail = board->in_head;
}

look_t board_look(board_t *board) { return look_now(board); }

/* The settled looks since the last call, oldest first. */
unsigned board_looks(board_t *board, look_t *looks, unsigned room) {
    unsigned count = 0;
    while (count < room && board->look_tail != board->look_head) looks[count++] = board->looks[board->look_tail++ % LOOKS];
    return count;
}

void board_watch(board_t *board) {
    board->watching = true;
    board->first_change = 0;
}

/* The cycle of the first visible change since board_watch, 0 for none yet. */
uint64_t board_first_change(const board_t *board) { return board->first_change; }

uint32_t board_resets(const board_t *board) { return board->resets; }

uint32_t board_overruns(const board_t *board) { return board->overruns; }
