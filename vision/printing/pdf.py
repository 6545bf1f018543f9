"""As much of PDF as a sheet of stickers needs: pages of filled boxes, lines and words, in millimetres from the top."""

POINTS = 72 / 25.4
"""A PDF's own unit, a millimetre."""


class Page:
    """One page; the origin is its upper left corner."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self._drawn: list[str] = []

    def box(self, left: float, top: float, width: float, height: float) -> None:
        """A box filled with black."""
        self._drawn.append(f"{self._rectangle(left, top, width, height)} f")

    def frame(self, left: float, top: float, width: float, height: float, grey: float = 0.6) -> None:
        """The outline of a box."""
        self._drawn.append(f"q {grey:.2f} G {_pt(0.4)} w {self._rectangle(left, top, width, height)} S Q")

    def only(self, left: float, top: float, width: float, height: float) -> None:
        """From here on nothing is drawn outside this box."""
        self._drawn.append(f"{self._rectangle(left, top, width, height)} W n")

    def line(self, x0: float, y0: float, x1: float, y1: float, grey: float = 0.6, width: float = 0.1) -> None:
        """A thin line, for cutting and measuring."""
        ends = f"{_pt(x0)} {_pt(self.height - y0)} m {_pt(x1)} {_pt(self.height - y1)} l S"
        self._drawn.append(f"q {grey:.2f} G {_pt(width)} w {ends} Q")

    def text(self, left: float, baseline: float, words: str, size: float = 3.0) -> None:
        """Words in Helvetica, `size` millimetres high."""
        known = words.encode("cp1252", "replace").decode("cp1252")
        safe = known.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        place = f"{_pt(left)} {_pt(self.height - baseline)} Td"
        self._drawn.append(f"BT /F1 {_pt(size)} Tf {place} ({safe}) Tj ET")

    def _rectangle(self, left: float, top: float, width: float, height: float) -> str:
        return f"{_pt(left)} {_pt(self.height - top - height)} {_pt(width)} {_pt(height)} re"

    def stream(self) -> bytes:
        """The page's content."""
        return "\n".join(self._drawn).encode("cp1252")


def document(pages: list[Page], title: str) -> bytes:
    """The whole file. The same pages give the same bytes."""
    count = len(pages)
    kids = " ".join(f"{4 + 2 * k} 0 R" for k in range(count))
    name = title.encode("cp1252", "replace").decode("cp1252").replace("(", "").replace(")", "")
    bodies = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for k, page in enumerate(pages):
        content = page.stream()
        size = f"[0 0 {_pt(page.width)} {_pt(page.height)}]"
        fonts = "/Resources << /Font << /F1 3 0 R >> >>"
        bodies.append(f"<< /Type /Page /Parent 2 0 R /MediaBox {size} {fonts} /Contents {5 + 2 * k} 0 R >>".encode())
        bodies.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    bodies.append(f"<< /Title ({name}) >>".encode("cp1252"))
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, body in enumerate(bodies, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    tail = f"<< /Size {len(bodies) + 1} /Root 1 0 R /Info {len(bodies)} 0 R >>"
    return bytes(out + f"trailer\n{tail}\nstartxref\n{start}\n%%EOF\n".encode())


def _pt(millimetres: float) -> str:
    return f"{millimetres * POINTS:.3f}".rstrip("0").rstrip(".")
