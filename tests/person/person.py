"""Hands and eyes of a person in front of the window: pointer, keys, accessibility tree.

A journey is a script whose functions are steps:

    from person import Journey, main

    def step(j): "what a person does and sees" ...

    main([step, ...])

Every step is one TAP case. A step that fails leaves a screenshot and the tree of what is
on screen in the folder of failures, and ends the journey: what follows would build on it.
Nothing sleeps for a fixed time: conditions are polled, for SLOW times as long as usual.
"""

import contextlib
import functools
import gettext
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import traceback
import zipfile
from pathlib import Path

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

SLOW = float(os.environ.get("SLOW", "1"))
SCALE = int(os.environ.get("GDK_SCALE", "1"))
SOURCE = Path(__file__).resolve().parents[2]
BUILD = Path(sys.argv[1] if len(sys.argv) > 1 else SOURCE / "build").resolve()
SCRATCH = Path(os.environ.get("SCRATCH", "/tmp"))
STATE = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
RECOVERY = STATE / "lockstep" / "recovery"
FAILURES = BUILD / "tests" / "person" / "failures"
MODELS = BUILD / "models"
FMUS = BUILD / "tests" / "fmus"
WORKBENCH = BUILD / "src" / "app" / "lockstep-workbench"
LOCKSTEP = BUILD / "src" / "cli" / "lockstep"


def read_words():
    """What the words of the program are in the language of the journey: {English: {others}}."""
    words = {}
    for source, said in getattr(LANGUAGE, "_catalog", {}).items():
        source = source[0] if isinstance(source, tuple) else source
        source = source.split("\x04")[-1].replace("_", "")
        if source:  # "" is the head of the file
            words.setdefault(source, set()).add(said.replace("_", ""))
    return words


def read_patterns(words):
    """Those with other words or whole numbers in them, the ones with the most letters of their own
    first: [(what matches the English, how it begins, {others})]."""
    places = re.compile(r"%(?:\d\$)?[sud]")
    found = [(places.split(source), said) for source, said in words.items() if "%" in places.sub("%", source)]
    found.sort(key=lambda one: -len("".join(one[0])))
    return [(re.compile("(.+)".join(map(re.escape, parts)), re.DOTALL), parts[0], said)
            for parts, said in found if len(parts) > 1 and "".join(parts).strip()]  # fmt: skip


LANGUAGE = gettext.translation("lockstep", BUILD / "po", fallback=True)
WORDS = read_words()
PATTERNS = read_patterns(WORDS)
ZOOM = ("; zoom", LANGUAGE.gettext("; zoom %.0f %%").split("%")[0].rstrip())

# How long the program may take to answer: 0.8 s on a quick machine, ms.
Atspi.set_timeout(int(800 * SLOW), int(15000 * SLOW))

TWO_FRAMES = 0.03  # s
# From seeing a thing to acting on it, s: quicker than anybody, slow enough for what is on its way to
# come to rest, or for a menu that is out of sight to let go of the keyboard.
REACTION = 0.1
State = Atspi.StateType
NOISE = re.compile(r"CRITICAL|WARNING|ERROR|runtime error|Sanitizer|leaks of unknown origin")
# GTK about its own print dialog, when somebody reads the names of pages that it has hidden, and
# about popovers of a window that is going, when somebody looks at it meanwhile.
NOT_OURS = re.compile(r"gtk_notebook_get_tab_label|gtk_popover_get_modal")


OURS = re.compile(r" \.\./(models|src/(app|core|draw|present))/")
LEAKS = re.compile(r"^=+\s+==\d+==ERROR: LeakSanitizer.*?^SUMMARY[^\n]*$", re.MULTILINE | re.DOTALL)


# What is known by its size: the names that GLib keeps, a block at a time.
NAMES = re.compile(r"Direct leak of 16384 byte\(s\) in 1 object[^\n]*\n[^\n]*malloc[^\n]*\n[^\n]* in g_malloc ")
# With stacks that end in a library nobody can say whose a leak is: tests/run.py looks again.
QUICK = "fast_unwind_on_malloc=1" in os.environ.get("ASAN_OPTIONS", "")
UNKNOWN = "leaks of unknown origin"


def without_foreign_leaks(log):
    """Without reports of leaks that have nothing of the program among the innermost calls: GTK's
    menus, for one, lose what they would have opened a submenu with."""

    def judge(report):
        leaks = re.split(r"^(?=(?:Direct|Indirect) leak)", report.group(), flags=re.MULTILINE)[1:]
        # What holds itself in a circle has no beginning that is lost.
        lost = [k for k in leaks if k.startswith("Direct")] or leaks
        if any(OURS.search(k) for k in lost) or not leaks:
            return report.group()
        if QUICK and not all(NAMES.match(k) for k in lost):
            return UNKNOWN
        return f"{len(leaks)} leaks of libraries"

    return LEAKS.sub(judge, log)


class Gone(AssertionError):
    """A thing that was waited for did not come."""


# Waiting and looking --------------------------------------------------------------------


def turn():
    """Lets the cache of the accessibility library follow what has happened."""
    context = GLib.MainContext.default()
    while context.pending():
        context.iteration(False)


def wait(condition, what, seconds=5.0):
    """Polls `condition` until it is true and returns its value.

    Files, processes and the X server tell of nothing; and a program that is looked at after each
    event that it tells of has little time left for what it is to do.
    """
    end = time.monotonic() + seconds * SLOW
    while True:
        # The thing went away meanwhile, or the list is being made anew.
        with contextlib.suppress(GLib.Error, IndexError):
            value = condition()
            if value:
                return value
        if time.monotonic() > end:
            raise Gone(f"no sign of: {what}")
        turn()
        time.sleep(0.03)


def spoken(name):
    """Journeys name things in English: how they may be called on screen."""
    return {name} | (WORDS.get(name) or spoken_by_pattern(name))


@functools.lru_cache(maxsize=None)
def spoken_by_pattern(name):
    """Of plurals, catalogues have the English singular only."""
    for known in (name, name.removesuffix("s")):
        for pattern, begin, said in PATTERNS:
            if known.startswith(begin) and (found := pattern.fullmatch(known)):
                parts = [min(spoken(part) - {part}, default=part) for part in found.groups()]
                return {fill_in(text, parts) for text in said}
    return set()


def fill_in(text, parts):
    """@parts in place of %s, %u and of numbered ones, such as %2$s."""
    rest = iter(parts)
    return re.sub(r"%(?:(\d)\$)?[sud]", lambda found: parts[int(found[1]) - 1] if found[1] else next(rest, ""), text)


def says(text, words):
    return all(any(word in text for word in spoken(one)) for one in words)


RAISED = {ord(c): str(i) for i, c in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")} | {ord("⁻"): "-"}


def plain(text):
    """Numbers such as 7·10⁻⁷ as float() reads them: 7e-7."""
    powers = r"(?:(\d)·|(?<![\d.,]))10([⁻⁰¹²³⁴-⁹]+)"
    return re.sub(powers, lambda found: f"{found[1] or 1}e{found[2].translate(RAISED)}", text)


def name_of(thing):
    return plain(Atspi.Accessible.get_name(thing) or "")


def role_of(thing):
    return Atspi.Accessible.get_role_name(thing)


def children(thing):
    for i in range(Atspi.Accessible.get_child_count(thing)):
        child = Atspi.Accessible.get_child_at_index(thing, i)
        if child is not None:
            yield child


def walk(thing, diagram=True):
    """The thing and all below; not the parts of a diagram when these are not meant."""
    yield thing
    if not diagram and role_of(thing) == "layered pane":
        return
    for child in children(thing):
        yield from walk(child, diagram)


def has(thing, state):
    return Atspi.Accessible.get_state_set(thing).contains(state)


def description_of(thing):
    return plain(Atspi.Accessible.get_description(thing) or "")


def text_of(thing):
    """Its text, None for what has none: asking it all the same annoys the program."""
    if "Text" not in Atspi.Accessible.get_interfaces(thing):
        return None
    return plain(Atspi.Text.get_text(thing, 0, -1))


def matches(thing, role, name):
    """What goes away while it is looked at does not match."""
    with contextlib.suppress(GLib.Error):
        return is_called(thing, role, name)
    return False


def is_called(thing, role, name):
    if role is not None and role_of(thing) != role:
        return False
    if name is None:
        return True
    if isinstance(name, re.Pattern):
        return name.search(name_of(thing)) is not None
    return name_of(thing) in spoken(name)


ROLES = {Atspi.role_get_name(role): role for role in map(Atspi.Role, range(Atspi.Role.LAST_DEFINED))}


def of_role(root, role, showing):
    """Those of one role, or of any. The program looks for them itself, which takes a hundredth of the
    time of a walk from here."""
    states = Atspi.StateSet.new([State.SHOWING] if showing else [])
    every, either = Atspi.CollectionMatchType.ALL, Atspi.CollectionMatchType.ANY
    roles = [ROLES[role]] if role else []
    rule = Atspi.MatchRule.new(states, every, {}, every, roles, either if role else every, [], every, False)
    order = Atspi.CollectionSortOrder.CANONICAL
    below = Atspi.Collection.get_matches(root, rule, order, 0, True)
    itself = role in (None, role_of(root)) and (not showing or has(root, State.SHOWING))
    return [root] * itself + below


def is_port(button):
    """Of a block; rows of the library are icons too, but hold no buttons."""
    with contextlib.suppress(GLib.Error):
        return role_of(Atspi.Accessible.get_parent(button)) == "icon"
    return False


def find_all(root, role=None, name=None, showing=True):
    """The root and what is below, in the order of a walk; ports only where a block is the root."""
    diagram = role in (None, "icon", "static") or role_of(root) == "icon"
    if (role is None or role in ROLES) and "Collection" in Atspi.Accessible.get_interfaces(root):
        found = [thing for thing in of_role(root, role, showing) if matches(thing, None, name)]
        return found if diagram or role != "push button" else [t for t in found if not is_port(t)]
    # Blocks are icons, wires are static; in a large diagram looking at all takes seconds.
    return [
        thing
        for thing in walk(root, diagram)
        if matches(thing, role, name) and (not showing or has(thing, State.SHOWING))
    ]


def box(thing):
    """Left, top, width and height on the screen, in pixels of the pointer."""
    e = Atspi.Component.get_extents(thing, Atspi.CoordType.SCREEN)
    end = time.monotonic() + SLOW
    while e.width <= 1 and e.height <= 1 and time.monotonic() < end:  # shown, but not laid out yet
        time.sleep(TWO_FRAMES)
        e = Atspi.Component.get_extents(thing, Atspi.CoordType.SCREEN)
    return e.x * SCALE, e.y * SCALE, e.width * SCALE, e.height * SCALE


def centre(thing):
    x, y, width, height = box(thing)
    return x + width // 2, y + height // 2


# Hands ----------------------------------------------------------------------------------


def xdotool(*arguments):
    done = subprocess.run(
        ["xdotool", *map(str, arguments)], capture_output=True, text=True, check=False
    )
    return done.stdout.strip()


def at_rest(look, seconds=2.0):
    """What `look` sees once it is the same a moment later: of what moves still, where it comes to
    rest. A program tells of its widgets when they are laid out, not when they are drawn there."""
    seen, before = look(), None
    end = time.monotonic() + seconds * SLOW
    while seen != before and time.monotonic() < end:
        turn()
        time.sleep(REACTION)
        seen, before = look(), seen
    return seen


def point_of(thing):
    """Where to point at."""
    return thing if isinstance(thing, tuple) else at_rest(lambda: centre(thing))


def move(thing):
    x, y = point_of(thing)
    xdotool("mousemove", "--sync", x, y)


def click(thing, button=1, times=1):
    x, y = point_of(thing)
    # On the way a tooltip goes away that may lie over the thing and would take the click.
    xdotool("mousemove", x + 3, y + 2, "mousemove", x, y, "sleep", "0.03",
            "click", "--repeat", times, "--delay", 30, button)  # fmt: skip


def wheel(thing, clicks):
    """Turns the wheel on it, down if @clicks is above 0."""
    move(thing)
    xdotool("click", "--repeat", str(abs(clicks)), "5" if clicks > 0 else "4")


def drag(start, end, steps=8, hold=False):
    """From one thing or point to another; `hold` leaves the button down."""
    (x, y), (to_x, to_y) = point_of(start), point_of(end)
    words = ["mousemove", x + 3, y + 2, "mousemove", x, y, "sleep", "0.03", "mousedown", 1]
    for i in range(1, steps + 1):
        words += ["mousemove", x + (to_x - x) * i // steps, y + (to_y - y) * i // steps]
        words += ["sleep", "0.01"]
    words += ["sleep", "0.2"]  # until what is below says that it takes it
    if not hold:
        words += ["mouseup", 1]
    xdotool(*words)


def release():
    xdotool("mouseup", 1)


def key(*keys):
    time.sleep(REACTION)
    xdotool("key", "--delay", 5, *keys)


def type_text(text):
    xdotool("type", "--delay", 3, "--", text)


def active_window():
    return xdotool("getactivewindow", "getwindowname")


def say(text):
    """A line of the protocol for who reads it."""
    print("# " + " / ".join(text.splitlines()))


# The program ----------------------------------------------------------------------------


# The page of earlier runs, with their number.
HISTORY = re.compile(rf"^(?:{'|'.join(sorted(spoken('History')))})(?: \((\d+)\))?$")


def queued(pid):
    """How long the main thread of a process has waited for a processor, s; 0 where nobody counts."""
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[1]) / 1e9
    return 0.0


def is_status(text):
    """Whether it is the line under the diagram, not the one of the run."""
    return any(words in text for words in ZOOM)


class Program:
    """One running workbench and what it says."""

    started = []  # all of the journey, also those that did not come up

    def __init__(self, *arguments, environment=None, welcome=False, launch=None):
        """`launch`, given its log, starts it in another way and returns the process."""
        self.log = SCRATCH / f"program-{time.monotonic_ns()}.log"
        self.unseen = []  # what it has left behind and nobody could look for
        with open(self.log, "wb") as log:
            self.process = launch(log) if launch else subprocess.Popen(
                [str(WORKBENCH), *map(str, arguments)],
                stdout=log, stderr=log, cwd=SCRATCH,
                env={**os.environ, **(environment or {})},
            )  # fmt: skip
        Program.started.append(self)
        self.application = None
        self.window = wait(self._find_window, "the window of the program", 15)
        self.application = Atspi.Accessible.get_application(self.window)
        wait(lambda: "Lockstep" in active_window(), "a focused window", 10)
        self.status_bars = []
        self.canvas = self.history = None
        if not welcome:
            self.leave_start()

    def leave_start(self):
        """The start page has the window to itself; the diagram is there when another page is shown."""
        wait(lambda: self.find_all("filler", "Examples") or self.find_all("layered pane", "Diagram"), "a page")
        if self.find_all("filler", "Examples"):
            key("alt+5")
        self.canvas = self.find("layered pane", "Diagram")

    def _find_window(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the program ended with {self.process.returncode}")
        for application in children(Atspi.get_desktop(0)):
            if Atspi.Accessible.get_process_id(application) != self.process.pid:
                continue
            for window in children(application):
                if role_of(window) == "frame" and has(window, State.SHOWING):
                    return window
        return None

    def is_alive(self):
        return self.process.poll() is None

    def noise(self):
        """What it complained about on its standard error, and a crash, which may be without words."""
        lines = without_foreign_leaks(self.log.read_text(errors="replace")).splitlines()
        status = self.process.poll() or 0
        ended = -status if status not in (-signal.SIGTERM, -signal.SIGKILL) else 0
        said = [x for x in lines if NOISE.search(x) and not NOT_OURS.search(x)] + self.unseen
        return said + (
            [f"the program was ended by signal {ended}"] if ended > 0 else []
        )

    def leave(self):
        """Quits as a person does, so that whoever looks for leaks can do so at the end."""
        for _ in range(3):
            with contextlib.suppress(Exception):
                # Without --all those of either; the name is also that of a window nobody sees.
                found = xdotool("search", "--all", "--onlyvisible", "--pid", self.process.pid,
                                "--name", "Lockstep").split()  # fmt: skip
                xdotool("windowactivate", "--sync", found[-1])
                key("Escape", "ctrl+q")
                wait(lambda: not self.is_alive() or self.find_all("alert"), "the end", 4)
                if self.find_all("push button", "Keep Running"):
                    click(self.find("push button", "Stop", self.find("alert")))
                    wait(lambda: not self.is_alive()
                         or self.find_all("push button", "Close without Saving"), "the end", 8)  # fmt: skip
                if self.is_alive():
                    self.discard_changes()
                self.process.wait(5 * SLOW)
                return

    def end(self):
        if self.is_alive() and "LEAKS" in os.environ:
            self.leave()
        if self.is_alive():
            if "LEAKS" in os.environ:
                self.unseen = ["the program could not be left: leaks were not looked for"]
            self.process.terminate()
            try:
                self.process.wait(5 * SLOW)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            # What it leaves would be offered at the next start.
            shutil.rmtree(RECOVERY, ignore_errors=True)

    def kill(self):
        """As a crash or a power cut would end it."""
        self.process.kill()
        self.process.wait()

    # Looking

    def find_all(self, role=None, name=None, root=None):
        return find_all(root or self.application, role, name)

    def find(self, role=None, name=None, root=None, seconds=5.0):
        """The first showing thing of that role and name; waits for it."""
        what = f"{role or 'a thing'} called {getattr(name, 'pattern', name)!r}"
        return wait(lambda: next(iter(self.find_all(role, name, root)), None), what, seconds)

    def discard_changes(self, seconds=5.0):
        """Answers the question about unsaved changes; a dialog still coming up may miss a click."""
        words = "push button", "Close without Saving"
        self.find(*words, seconds=seconds)
        for _ in range(4):
            for button in self.find_all(*words):
                click(button)
            with contextlib.suppress(Gone):
                return wait(lambda: not self.is_alive() or not self.find_all(*words),
                            "the end of the question", 1.5)  # fmt: skip
        raise Gone("the end of the question")

    def gone(self, role=None, name=None, seconds=5.0):
        wait(lambda: not self.find_all(role, name), f"the end of {role} {name!r}", seconds)

    def menus_gone(self):
        wait(lambda: not self.find_all("menu item") and not self.find_all("menu"), "the end of the menu")

    def title(self):
        return name_of(self.window)

    def status(self):
        """The status line under the diagram."""
        if not self.status_bars:
            self.status_bars = self.find_all("status bar")
        return next((t for s in self.status_bars if (t := text_of(s)) and is_status(t)), "")

    def wait_status(self, *words, seconds=5.0):
        return wait(
            lambda: (s := self.status()) and all(w in s for w in words) and s,
            f"{words} in the status line", seconds,
        )  # fmt: skip

    def blocks(self):
        return {name_of(t): t for t in children(self.canvas) if role_of(t) == "icon"}

    def wires(self):
        return sorted(name_of(t) for t in children(self.canvas) if role_of(t) == "static")

    def block(self, name):
        return wait(lambda: self.blocks().get(name), f"the block {name}")

    def port(self, component, variable):
        block = self.block(component)
        return wait(
            lambda: next((t for t in children(block) if name_of(t) == variable), None),
            f"the port {component}.{variable}",
        )

    def labels(self):
        """All text of labels on screen."""
        return [text_of(t) or name_of(t) for t in self.find_all("label")]

    def wait_label(self, *words, seconds=5.0):
        return wait(
            lambda: next((s for s in self.labels() if says(s, words)), None),
            f"a label with {words}", seconds,
        )  # fmt: skip

    # Doing

    def library_row(self, name):
        """A row of the library, brought into sight by the wheel."""
        library = self.find("list box", "Library")
        row = wait(lambda: next(iter(find_all(library, "list item", name, False)), None),
                   f"{name} in the library")  # fmt: skip
        view = Atspi.Accessible.get_parent(Atspi.Accessible.get_parent(library))

        def in_sight():
            _, top, _, height = box(view)
            _, row_top, _, row_height = box(row)
            if has(row, State.SHOWING) and row_top >= top and row_top + row_height <= top + height:
                return True
            click(view, button=4 if has(row, State.SHOWING) and row_top < top else 5)
            return False

        if not has(row, State.SHOWING):
            click(view, button=4, times=30)
        wait(in_sight, f"{name} in the library in sight", 10)
        return row

    def place(self, name, x, y):
        """Drags a component of the library onto the diagram, to a part of its size."""
        left, top, width, height = box(self.canvas)
        before = len(self.blocks())
        drag(self.library_row(name), (left + int(width * x), top + int(height * y)))
        wait(lambda: len(self.blocks()) == before + 1, f"a new block of {name}")

    def wire(self, source, output, sink, variable):
        name = f"wire {source}.{output} to {sink}.{variable}"
        drag(self.port(source, output), self.port(sink, variable))
        wait(lambda: name in self.wires(), name)

    def fill(self, entry, text):
        """Types into an entry in place of what it holds, and leaves the cursor there."""
        if isinstance(entry, str):
            entry = self.find("text", entry)
        for attempt in range(3):
            click(entry, times=3)
            try:
                wait(lambda: has(entry, State.FOCUSED), f"focus in {name_of(entry)}", 1.5)
                break
            except Gone:  # it moved under the pointer; a person would click again
                if attempt == 2:
                    raise
        key("ctrl+a")
        if text:
            type_text(text)
        else:
            key("BackSpace")
        wait(lambda: text_of(entry) == text, f"{text!r} in {name_of(entry)}")
        return entry

    def button(self, name, root=None):
        return self.find("push button", name, root)

    def is_sensitive(self, thing):
        return has(thing, State.SENSITIVE)

    def press(self, name, root=None):
        """A click with the pointer on a button that can be pressed."""
        button = self.button(name, root)
        wait(lambda: has(button, State.SENSITIVE), f"a sensitive button {name}")
        click(button)
        return button

    def wait_run(self, seconds=60.0):
        """Until the run has ended: Run can be pressed again, Cancel cannot."""
        return wait(
            lambda: not has(self.button("Cancel"), State.SENSITIVE), "the end of the run", seconds
        )

    def count_runs(self):
        """Runs in the history, which tells of one that was over before anybody looked."""
        if self.history is None or not HISTORY.search(name_of(self.history)):
            self.history = next(iter(find_all(self.window, "radio button", HISTORY, showing=False)))
        number = HISTORY.search(name_of(self.history)).group(1)
        return int(number) if number else 0

    def run(self, button=None, seconds=60.0):
        """F5, or the button of that name; until its runs are in the history and nothing runs."""
        before = self.count_runs()
        if button is None:
            key("F5")
        else:
            self.press(button)
        return wait(
            lambda: self.count_runs() != before and not has(self.button("Cancel"), State.SENSITIVE),
            "a run and its end", seconds,
        )  # fmt: skip

    def figure(self, name):
        """What a plot says about its curves to those who do not see it."""
        return description_of(self.find("chart", name))

    def wait_figure(self, name, *words, seconds=5.0):
        """A plot is described when it has been quiet for a moment."""
        return wait(
            lambda: (s := self.figure(name)) and says(s, words) and s,
            f"{words} of the plot {name}", seconds,
        )  # fmt: skip

    def choose(self, button, item):
        """An entry of a menu that drops from a button."""
        click(self.find("toggle button", button))
        click(wait(lambda: next(iter(self.find_all(None, item)), None), f"{item} in the menu"))
        key("Escape")

    def show_page(self, name):
        if name == "Start":
            key("alt+9")
            self.find("filler", "Examples")
            return
        names = "|".join(re.escape(word) for word in sorted(spoken(name)))
        page = self.find("radio button", re.compile(f"^({names})"))
        if not has(page, State.CHECKED):
            click(page)
            wait(lambda: has(page, State.CHECKED), f"the page {name}")

    def results(self):
        """The table of results: {name of the method: {column: text}}."""
        table = self.find("table", "Results")
        parts = list(children(table))
        heads = [name_of(t) for t in parts if role_of(t) == "table column header"]
        cells = [name_of(t) for t in parts if role_of(t) == "table cell"]
        rows = [cells[i : i + len(heads)] for i in range(0, len(cells), len(heads))]
        return {row[0].split(",")[0]: dict(zip(heads, row)) for row in rows}

    def run_status(self):
        """The line beside the pages: what the run is doing, or how it ended."""
        lines = self.find_all("status bar")
        return next((t for s in lines if (t := text_of(s)) and not is_status(t)), "")

    def choose_file(self, title, path, accept):
        """In the file chooser: types a path and accepts it."""
        wait(lambda: active_window() in spoken(title), f"the dialog {title}")
        chooser = self.find("file chooser", title)
        entries = [t for t in self.find_all("text", None, chooser) if has(t, State.EDITABLE)]
        if not entries:
            type_text("/")  # opens the entry for the place
            entries = wait(
                lambda: [t for t in self.find_all("text", None, chooser)], "an entry for a path"
            )
        Atspi.EditableText.set_text_contents(entries[0], str(path))
        button = self.find("push button", accept, chooser)
        wait(lambda: has(button, State.SENSITIVE), f"a sensitive button {accept}")
        return button

    def accept_file(self, title, path, accept):
        click(self.choose_file(title, path, accept))
        self.gone("file chooser", title)
        self.wait_active()

    def save_as(self, path):
        key("ctrl+shift+s")
        click(self.choose_file("Save Model", path, "Save"))
        wait(lambda: Path(path).exists() and self.title() == f"{Path(path).name} – Lockstep",
             f"the saved file {path}")  # fmt: skip
        self.gone("file chooser", "Save Model")
        self.wait_active()

    def wait_active(self):
        """Keys go to the window again, not to a dialog that is closing or to nobody."""
        with contextlib.suppress(Gone):
            wait(lambda: has(self.window, State.ACTIVE), "the keyboard", 2)


def archive_parts(path):
    """What an archive holds: {name: bytes}."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def tree(root):
    """What is on screen, in words."""
    lines = []

    def add(thing, depth):
        marks = [s.value_nick for s in (State.FOCUSED, State.SELECTED, State.CHECKED,
                 State.INVALID_ENTRY) if has(thing, s)]  # fmt: skip
        if not has(thing, State.SENSITIVE):
            marks.append("insensitive")
        if not has(thing, State.SHOWING):
            marks.append("hidden")
        line = "  " * depth + f"[{role_of(thing)}] {name_of(thing)!r}"
        if marks:
            line += f" ({', '.join(marks)})"
        with contextlib.suppress(GLib.Error):
            text = text_of(thing)
            if text and text != name_of(thing):
                line += f" text {text!r}"
        if description_of(thing):
            line += f" described {description_of(thing)!r}"
        lines.append(line)
        for child in children(thing):
            with contextlib.suppress(GLib.Error):
                add(child, depth + 1)

    with contextlib.suppress(GLib.Error):
        add(root, 0)
    return "\n".join(lines) + "\n"


def screenshot(path):
    subprocess.run(["import", "-window", "root", str(path)], check=False)


def shot(name):
    """A screenshot for who wants to look, in the folder SHOTS."""
    if "SHOTS" in os.environ:
        screenshot(f"{os.environ['SHOTS']}/{name}.png")


def pixels(points):
    """Colours (red, green, blue of 0 to 255) of points of the screen."""
    words = [f"%[fix:p{{{x},{y}}}.r] " for x, y in points]
    del words
    done = subprocess.run(
        ["import", "-window", "root", "-depth", "8", "rgb:-"], capture_output=True, check=True
    ).stdout
    width = int(xdotool("getdisplaygeometry").split()[0])
    return [tuple(done[3 * (y * width + x) :][:3]) for x, y in points]


# A journey ------------------------------------------------------------------------------


def helpers(p):
    """The window's helper processes."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and os.readlink(entry / "exe").endswith("/lockstep-host"):
                parent = (entry / "stat").read_text().rsplit(")", 1)[1].split()[1]
                found += [int(entry.name)] * (int(parent) == p.process.pid)
        except OSError:
            continue
    return found


def mapped_fmus(pid):
    """Libraries of FMUs in the memory of a process."""
    return [line for line in Path(f"/proc/{pid}/maps").read_text().splitlines() if "/binaries/" in line]


def choose_fault(p, fault):
    """What goes wrong in faulty.fmu, its only block."""
    click(p.block("faulty"))
    values = p.find("list box", "Parameters and start values")
    p.fill("Filter parameters", "")
    other = p.find("text", "largest_step", values)
    p.fill("Filter parameters", "goes wrong")
    wait(lambda: not has(other, State.SHOWING), "the filtered list")
    click(p.find("combo box", "fault", values))
    wait(lambda: p.find_all("menu item"), "the choices")
    if fault == "hang":  # the last one, which may be out of sight
        key("End")
        key("Return")
    else:
        click(wait(lambda: p.find_all("menu item", fault), "the choice")[0])
    wait(lambda: p.is_sensitive(p.find("push button", "Reset fault", values)), "the choice taken")


class Journey:
    def __init__(self):
        self.slow = SLOW
        self.program = None
        self.programs = Program.started
        self.folder = SCRATCH / "journey"
        self.folder.mkdir(exist_ok=True)

    def start(self, *arguments, environment=None, welcome=False):
        self.program = Program(*arguments, environment=environment, welcome=welcome)
        return self.program

    def copy(self, path, name=None):
        """A copy of a file in the folder of the journey, which may be harmed."""
        copy = self.folder / (name or Path(path).name)
        shutil.copy(path, copy)
        return copy

    def end(self):
        for program in Program.started:
            program.end()


def keep_evidence(title, number):
    name = f"{Path(sys.argv[0]).stem}-{number}"
    FAILURES.mkdir(parents=True, exist_ok=True)
    screenshot(FAILURES / f"{name}.png")
    for program in Program.started[-1:]:
        with contextlib.suppress(Exception):
            (FAILURES / f"{name}.txt").write_text(
                f"{title}\n\n{tree(program.application) if program.application else ''}\n"
                f"{program.log.read_text()}"
            )
    print(f"# screenshot and tree: {FAILURES / name}.png, .txt")


def keep_reports():
    """What a sanitizer has to say takes more than the lines that tell of it."""
    for number, program in enumerate(Program.started):
        if any("Sanitizer" in line or line == UNKNOWN for line in program.noise()):
            path = FAILURES / f"{Path(sys.argv[0]).stem}-sanitizer-{number}.txt"
            FAILURES.mkdir(parents=True, exist_ok=True)
            shutil.copy(program.log, path)
            print(f"# report: {path}")


def main(steps):
    """Runs the steps as TAP cases; the last case looks for complaints of the program."""
    journey = Journey()
    failed = False
    print(f"1..{len(steps) + 1}")
    for number, step in enumerate(steps, 1):
        title = (step.__doc__ or step.__name__).splitlines()[0].rstrip(".")
        start = time.monotonic()
        try:
            if failed:
                print(f"ok {number} - {title} # SKIP not reached")
                continue
            step(journey)
            print(f"ok {number} - {title}")
        except Exception:
            failed = True
            print(f"not ok {number} - {title}")
            for line in traceback.format_exc().splitlines():
                print(f"# {line}")
            keep_evidence(title, number)
        print(f"# {time.monotonic() - start:.1f} s", flush=True)
    journey.end()
    keep_reports()
    noise = [line for program in Program.started for line in program.noise()]
    for line in noise:
        print(f"# {line}")
    print(f"{'not ' if noise else ''}ok {len(steps) + 1} - The program complains of nothing")
    sys.exit(1 if failed or noise else 0)
