#!/usr/bin/env python3
"""without-kind.py KIND INPUT OUTPUT: copies a model description without the element KIND."""

import re
import sys

kind, source, target = sys.argv[1:]
with open(source, encoding='utf-8') as stream:
    text = stream.read()
with open(target, 'w', encoding='utf-8') as stream:
    stream.write(re.sub(rf'  <{kind}\b.*?/>\n', '', text, flags=re.DOTALL))
