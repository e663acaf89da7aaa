#!/usr/bin/env python3
"""Packs an FMU or an SSP: the same input gives the same bytes.

package.py OUTPUT PATH=FILE [PATH=FILE ...]

PATH is the place in the archive. A FILE that ends in .md becomes a page of HTML
where PATH ends in .html.
"""

import html
import re
import sys
import zipfile

DATE = (1980, 1, 1, 0, 0, 0)


def inline(text):
    text = html.escape(text, quote=False)
    text = re.sub(r'`([^`]+)`', r'<code>\1</code>', text)
    return re.sub(r'\*\*([^*]+)\*\*', r'<strong>\1</strong>', text)


def table(lines):
    rows = [[cell.strip() for cell in line.strip().strip('|').split('|')] for line in lines]
    yield '<table>'
    for i, row in enumerate(rows):
        if i == 1 and all(set(cell) <= set('-: ') for cell in row):
            continue
        tag = 'th' if i == 0 else 'td'
        yield '<tr>' + ''.join(f'<{tag}>{inline(cell)}</{tag}>' for cell in row) + '</tr>'
    yield '</table>'


def block(lines):
    """HTML of one paragraph, heading, list, table or piece of code."""
    if lines[0].startswith('    '):
        yield '<pre>' + html.escape('\n'.join(line[4:] for line in lines), quote=False) + '</pre>'
    elif heading := re.match(r'(#+) (.*)', lines[0]):
        level = len(heading[1])
        yield f'<h{level}>{inline(heading[2])}</h{level}>'
        if lines[1:]:
            yield from block(lines[1:])
    elif lines[0].startswith('|'):
        yield from table(lines)
    elif lines[0].startswith('- '):
        items = '\n'.join(lines)[2:].split('\n- ')
        yield '<ul>' + ''.join(f'<li>{inline(item)}</li>' for item in items) + '</ul>'
    else:
        yield '<p>' + inline('\n'.join(lines)) + '</p>'


def page(markdown):
    """HTML of the part of Markdown that the README files use."""
    blocks = [part.rstrip().split('\n') for part in re.split(r'\n\s*\n', markdown.strip('\n'))]
    title = inline(blocks[0][0].lstrip('# '))
    body = '\n'.join(line for lines in blocks for line in block(lines))
    return ('<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>'
            f'{title}</title></head>\n<body>\n{body}\n</body>\n</html>\n')


def content(path, file):
    with open(file, 'rb') as stream:
        data = stream.read()
    if path.endswith('.html') and file.endswith('.md'):
        return page(data.decode()).encode()
    return data


def main():
    output, *entries = sys.argv[1:]
    members = dict(entry.split('=', 1) for entry in entries)
    with zipfile.ZipFile(output, 'w') as archive:
        for path in sorted(members):
            info = zipfile.ZipInfo(path, DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = (0o100755 if path.startswith('binaries/') else 0o100644) << 16
            archive.writestr(info, content(path, members[path]), compresslevel=9)


if __name__ == '__main__':
    main()
