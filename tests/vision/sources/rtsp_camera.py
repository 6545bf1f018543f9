"""A network camera on this machine: an RTSP server that sends JPEG over RTP (RFC 2326, RFC 2435), in one TCP line."""

import socketserver
import struct
import threading
import time
from collections.abc import Callable

import cv2
import numpy as np

PACKET = 1200
"""Bytes of picture in one RTP packet."""
SESSION = "Wingman"


class RtspCamera(socketserver.ThreadingTCPServer):
    """Serves whatever `picture` gives, ten times a second, to whoever asks. Sides must be multiples of 16 pixels."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, picture: Callable[[], np.ndarray]) -> None:
        super().__init__(("127.0.0.1", 0), _Viewer)
        self.picture = picture
        self.stopped = threading.Event()

    @property
    def address(self) -> str:
        return f"rtsp://127.0.0.1:{self.server_address[1]}/table"


class _Viewer(socketserver.StreamRequestHandler):
    server: RtspCamera

    def handle(self) -> None:
        while (request := self._request()) is not None:
            method, number = request
            head, body = [f"CSeq: {number}", f"Session: {SESSION}"], ""
            if method == "OPTIONS":
                head.append("Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN")
            elif method == "DESCRIBE":
                body = "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=table\r\nc=IN IP4 0.0.0.0\r\nt=0 0\r\n"
                body += "m=video 0 RTP/AVP 26\r\na=control:track\r\n"
                head += ["Content-Type: application/sdp", f"Content-Length: {len(body)}"]
            elif method == "SETUP":
                head.append("Transport: RTP/AVP/TCP;unicast;interleaved=0-1")
            self.wfile.write(("RTSP/1.0 200 OK\r\n" + "\r\n".join(head) + "\r\n\r\n" + body).encode())
            if method == "PLAY":
                self._play()
            if method in ("PLAY", "TEARDOWN"):
                return

    def _request(self) -> tuple[str, str] | None:
        first = self.rfile.readline().decode()
        number = "0"
        while line := self.rfile.readline().decode().strip():
            if line.lower().startswith("cseq:"):
                number = line.split(":")[1].strip()
        return (first.split()[0], number) if first.strip() else None

    def _play(self) -> None:
        count = 0
        try:
            for frame in range(10**6):
                if self.server.stopped.is_set():
                    return
                for part in _packets(self.server.picture()):
                    stamp = frame * 9000
                    marker = 0x80 if part.endswith(b"\xff\xd9") else 0  # a picture's last packet
                    packet = struct.pack(">BBHII", 0x80, 26 | marker, count % 65536, stamp, 7) + part
                    self.wfile.write(struct.pack(">cBH", b"$", 0, len(packet)) + packet)
                    count += 1
                time.sleep(0.1)
        except OSError:  # the viewer has gone
            return


def _packets(picture: np.ndarray) -> list[bytes]:
    """One picture as RTP/JPEG payloads: its tables go along in the first, its headers do not."""
    data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
    tables, at = b"", 2
    while data[at + 1] != 0xDA:
        length = struct.unpack(">H", data[at + 2 : at + 4])[0]
        if data[at + 1] == 0xDB:
            segment = data[at + 4 : at + 2 + length]
            tables += b"".join(segment[k + 1 : k + 65] for k in range(0, len(segment), 65))
        at += 2 + length
    scan = data[at + 2 + struct.unpack(">H", data[at + 2 : at + 4])[0] :]
    high, wide = picture.shape[:2]
    parts = []
    for offset in range(0, len(scan), PACKET):
        head = struct.pack(">I", offset) + struct.pack(">BBBB", 1, 255, wide // 8, high // 8)
        if offset == 0:
            head += struct.pack(">BBH", 0, 0, len(tables)) + tables
        parts.append(head + scan[offset : offset + PACKET])
    return parts
