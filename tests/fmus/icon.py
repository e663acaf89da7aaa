#!/usr/bin/env python3
"""Draws an icon: icon.py OUTPUT SIDE, a disk with a rod at one side, on a transparent ground."""

import struct
import sys
import zlib

SIZE = 128


def pixel(x, y, side):
    """Red, green, blue and opacity at a point of the square from -1 to 1."""
    if side == "left":
        x = -x
    if (x + 0.3) ** 2 + y**2 < 0.4:
        return bytes((60, 110, 180, 255))
    return bytes((120, 120, 120, 255)) if x > 0 and abs(y) < 0.1 else bytes(4)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def main(output, side):
    points = [(2 * i + 1) / SIZE - 1 for i in range(SIZE)]
    rows = b"".join(b"\0" + b"".join(pixel(x, y, side) for x in points) for y in points)
    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 6, 0, 0, 0)
    with open(output, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9))
                   + chunk(b"IEND", b""))


main(*sys.argv[1:])
