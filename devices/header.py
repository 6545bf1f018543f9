"""Writes the firmware's protocol.h from protocol.py: `python -m devices.header > devices/firmware/protocol.h`."""

from devices.protocol import (
    BAUD,
    CLOCK_MAX,
    MAX_PAYLOAD,
    MESSAGES,
    NO_CLOCK,
    PATTERNS,
    PULSE_MAX,
    PULSE_MIN,
    QUEUE,
    SILENCE,
    SLEW,
    TABLE,
    VERSION,
    Flag,
    Layout,
    Reason,
    columns,
)

_C_TYPES = {"B": "uint8_t", "H": "uint16_t", "I": "uint32_t"}


def header() -> str:
    lines = [
        "/* The wire's vocabulary. Made from devices/protocol.py by `make firmware`: change it there. */",
        "#ifndef PROTOCOL_H",
        "#define PROTOCOL_H",
        "#include <stdint.h>",
        "",
        "#ifndef PROTOCOL_VERSION",
        f"#define PROTOCOL_VERSION {VERSION}",
        "#endif",
        f"#define PROTOCOL_TABLE 0x{TABLE:08x}UL",
        f"#define BAUD {BAUD}UL",
        f"#define MAX_PAYLOAD {MAX_PAYLOAD}",
        f"#define SILENCE_MS {round(SILENCE * 1000)}",
        f"#define NO_CLOCK 0x{NO_CLOCK:04x}",
        f"#define CLOCK_MAX {CLOCK_MAX}",
        f"#define PULSE_MIN {PULSE_MIN}",
        f"#define PULSE_MAX {PULSE_MAX}",
        f"#define SLEW_US {SLEW}",
        f"#define QUEUE {QUEUE}",
        "",
        *(f"#define LAYOUT_{item.name} {item.value}" for item in Layout),
        *(f"#define FLAG_{item.name} {item.value}" for item in Flag),
        *(f"#define REASON_{item.name} {item.value}" for item in Reason),
        "",
        *(f"#define KIND_{m.__name__.upper()} 0x{m.KIND:02x}" for m in MESSAGES),
    ]
    for message in MESSAGES:
        members = " ".join(f"{_C_TYPES[letter]} {name};" for name, letter in columns(message))
        lines.append(f"typedef struct __attribute__((packed)) {{ {members} }} {message.__name__.lower()}_t;")
    lines += [
        "",
        "/* compare value of the tone, beep ms, pause ms, beeps */",
        "typedef struct { uint8_t ticks; uint16_t on, off; uint8_t times; } pattern_t;",
        f"#define PATTERN_COUNT {len(PATTERNS)}",
        "#define PATTERN_ROWS \\",
        *(f"    {{ {p.ticks}, {p.on}, {p.off}, {p.times} }}, /* {p.name} */ \\" for p in PATTERNS),
        "",
        "#endif",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    print(header())
