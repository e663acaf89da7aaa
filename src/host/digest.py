#!/usr/bin/env python3
"""Digest of the headers that the core and its helper process share: digest.py OUTPUT HEADER…"""

import hashlib
import sys
from pathlib import Path

text = b"\0".join(Path(name).read_bytes() for name in sys.argv[2:])
Path(sys.argv[1]).write_text(f'#define HOST_DIGEST "{hashlib.sha256(text).hexdigest()[:16]}"\n')
