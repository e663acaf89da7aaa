#!/usr/bin/python3
"""An installation as a package makes it, in a folder of its own: complete, found, and taken away.

Nothing of the tree that it was built in is there for the installed programs: they are run with the
folders that a desktop would give them, in German where that locale was made."""

import os
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gio, GLib, Gtk  # noqa: E402

import person  # noqa: E402
from person import SCRATCH, key, main, say, wait  # noqa: E402

SOURCE, BUILD = person.SOURCE, person.BUILD
ROOT = SCRATCH / "root"
PREFIX = ROOT / os.environ["LOCKSTEP_PREFIX"].lstrip("/")
SHARE = PREFIX / "share"
NAME = "org.lockstep.Workbench"
# As desktops and packages set it: this installation, then what Debian has.
ENVIRONMENT = {
    "XDG_DATA_DIRS": f"{SHARE}:/usr/local/share:/usr/share",
    "GSETTINGS_SCHEMA_DIR": "", "PATH": f"{PREFIX / 'bin'}:{os.environ['PATH']}",
}  # fmt: skip
GERMAN = os.environ["LC_ALL"].startswith("de")


def run(*words, **more):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, check=False,
                          env={**os.environ, **ENVIRONMENT}, cwd=SCRATCH, **more)  # fmt: skip
    assert done.returncode == 0, (words, done.stdout[-2000:], done.stderr[-2000:])
    return done.stdout


def files():
    return {str(f.relative_to(ROOT)) for f in ROOT.rglob("*") if f.is_file() or f.is_symlink()}


def install(j):
    """All files come into the folder asked for; caches are made as a package's triggers make them"""
    run("meson", "install", "-C", BUILD, "--quiet", "--no-rebuild", "--destdir", ROOT)
    for folder in ("models", "data", "po"):  # as they would lie in a tree: not what is meant
        (PREFIX / ".." / folder).mkdir()
    j.installed = files()
    outside = [f for f in j.installed if not (ROOT / f).is_relative_to(PREFIX)]
    assert not outside, outside
    run("glib-compile-schemas", "--strict", SHARE / "glib-2.0" / "schemas")
    run("update-mime-database", SHARE / "mime")
    run("update-desktop-database", SHARE / "applications")
    run("gtk-update-icon-cache", "-q", "-t", "-f", SHARE / "icons" / "hicolor")
    j.caches = files() - j.installed


def complete(j):
    """Programs, manual pages, translations, examples with their FMUs, blocks, lessons and help"""
    there = {str((ROOT / f).relative_to(PREFIX)) for f in j.installed}
    wanted = ["bin/lockstep", "bin/lockstep-workbench", "share/man/man1/lockstep.1",
              "share/man/man1/lockstep-workbench.1", "share/lockstep/models/two-bodies.ssp",
              "share/lockstep/models/prey.fmu", "share/lockstep/models/blocks/table.fmu",
              "share/locale/de/LC_MESSAGES/lockstep.mo", "share/locale/fr/LC_MESSAGES/lockstep.mo",
              f"share/applications/{NAME}.desktop", f"share/metainfo/{NAME}.metainfo.xml"]  # fmt: skip
    missing = [w for w in wanted if w not in there]
    assert not missing, missing
    for what, folder in (("lessons", "data/lessons"), ("help", "data/help")):
        written = {f.name for f in (SOURCE / folder).rglob("*.md")}
        found = {Path(f).name for f in there if f.startswith(f"share/lockstep/{what}/")}
        assert written <= found, (what, written - found)
    built = {f.name for f in (BUILD / "models").glob("*.ssp")}
    assert built == {Path(f).name for f in there if f.endswith(".ssp")}, built
    # Sources of FMUs are compiled with the headers of FMI.
    assert not [f for f in there if f.endswith((".h", ".a", ".py", ".c")) and "/lockstep/fmi/" not in f], there


def standard_files(j):
    """Desktop file, metainfo and types are valid; what they name is there"""
    run("desktop-file-validate", SHARE / "applications" / f"{NAME}.desktop")
    if shutil.which("appstream-util"):
        run("appstream-util", "validate-relax", "--nonet", SHARE / "metainfo" / f"{NAME}.metainfo.xml")
    entry = GLib.KeyFile()
    entry.load_from_file(str(SHARE / "applications" / f"{NAME}.desktop"), GLib.KeyFileFlags.NONE)
    program = entry.get_string("Desktop Entry", "Exec").split()[0]
    assert shutil.which(program, path=str(PREFIX / "bin")), program
    icon = entry.get_string("Desktop Entry", "Icon")
    theme = Gtk.IconTheme()
    theme.set_search_path([str(SHARE / "icons"), "/usr/share/icons"])  # where hicolor is described
    found = theme.lookup_icon(icon, 48, 0)
    assert found and found.get_filename().startswith(str(SHARE)), icon
    tree = ET.parse(SHARE / "metainfo" / f"{NAME}.metainfo.xml")
    launchable = tree.findtext("launchable")
    assert (SHARE / "applications" / launchable).exists(), launchable
    types = set(entry.get_string("Desktop Entry", "MimeType").strip(";").split(";"))
    known = (SHARE / "mime" / "types").read_text().split()
    assert types and types <= set(known), types - set(known)
    globs = (SHARE / "mime" / "globs").read_text()
    for ending in ("fmu", "ssp"):
        kind = next(l.split(":")[0] for l in globs.splitlines() if l.endswith(f":*.{ending}"))
        assert kind in types, (ending, kind)


def settings(j):
    """The schema is compiled, and has the keys that are used"""
    source = Gio.SettingsSchemaSource.new_from_directory(
        str(SHARE / "glib-2.0" / "schemas"), None, False)  # fmt: skip
    schema = source.lookup(NAME, False)
    assert schema is not None and "library-folders" in schema.list_keys()


def command_line(j):
    """The command line finds its examples and its words, and runs one of them"""
    lockstep = PREFIX / "bin" / "lockstep"
    assert "missiles" in run(lockstep, "methods")
    run(lockstep, "check", SHARE / "lockstep" / "models" / "two-bodies.ssp")
    run(lockstep, "run", SHARE / "lockstep" / "models" / "two-bodies.ssp", "-q", "-o", "out.csv")
    assert (SCRATCH / "out.csv").stat().st_size > 1000
    if GERMAN:
        words = run(lockstep, "--help")
        assert "Aufruf" in words or "Befehl" in words, words
    traced = subprocess.run(
        ["strings", "-n", "8", lockstep], capture_output=True, text=True, check=False
    )
    if traced.returncode == 0:
        named = [l for l in traced.stdout.splitlines() if str(BUILD) in l]
        say(f"{len(named)} strings name the tree it was built in")


def window(j):
    """The window comes with library, examples and help, and complains of nothing"""
    person.WORKBENCH = PREFIX / "bin" / "lockstep-workbench"
    environment = {**ENVIRONMENT, "LOCKSTEP_MODELS": "", "LOCKSTEP_HELP": ""}
    p = j.start(environment=environment)
    exe = os.readlink(f"/proc/{p.process.pid}/exe")
    assert exe.startswith(str(PREFIX)), exe
    p.library_row("prey")
    p.place("prey", 0.5, 0.5)
    wait(lambda: "prey" in p.blocks(), "a component of the examples")
    key("F1")
    wait(lambda: p.find_all("frame", "Help"), "the help", 10)
    opened = [os.readlink(f) for f in Path(f"/proc/{p.process.pid}/fd").iterdir() if f.exists()]
    maps = Path(f"/proc/{p.process.pid}/maps").read_text()
    foreign = {f for f in [*opened, *(l.split()[-1] for l in maps.splitlines())]
               if f.startswith(str(BUILD) + "/") and "/tests/core/base/" not in f}  # fmt: skip
    assert not foreign, foreign


def uninstall(j):
    """Taken away again nothing is left but what was made of it"""
    j.program.end()
    log = BUILD / "meson-logs" / "install-log.txt"
    assert str(ROOT) in log.read_text()
    subprocess.run(["meson", "--internal", "uninstall"], cwd=BUILD, capture_output=True, check=True)
    left = files() - j.caches
    assert not left, sorted(left)[:20]


main([install, complete, standard_files, settings, command_line, window, uninstall])
