"""Copies of FMUs and models that differ from the original in some entries."""

import zipfile


def repack(source, path, edit):
    """A copy of an archive whose entries are what edit(name, data) makes of them; None drops one. Returns its path."""
    with zipfile.ZipFile(source) as whole, zipfile.ZipFile(path, "w") as other:
        for entry in whole.namelist():
            data = edit(entry, whole.read(entry))
            if data is not None:
                other.writestr(entry, data)
    return path


def replace(before, after, name="modelDescription.xml", count=None):
    """The edit that replaces text in one entry wherever it stands there: so many times, or at least once."""

    def edit(entry, data):
        if entry != name:
            return data
        found = data.decode().count(before)
        assert found == count or count is None and found > 0, (before, data)
        return data.decode().replace(before, after).encode()

    return edit
