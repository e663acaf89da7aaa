#!/usr/bin/python3
"""A long run: the window stays awake, Cancel ends it and keeps what there is."""

import re
import time

from person import MODELS, State, centre, click, has, key, main, wait


def start(j):
    """A run that would take minutes"""
    p = j.start(j.copy(MODELS / "two-bodies.ssp"))
    wait(lambda: len(p.blocks()) == 2, "the model")
    p.fill("Step size", "1e-8")
    p.press("Run")
    wait(lambda: has(p.button("Cancel"), State.SENSITIVE), "a run under way")
    assert not has(p.button("Run"), State.SENSITIVE)
    wait(lambda: re.search(r"Running NI-Jacobi: t = .* s of 2 s", p.run_status()), "progress")


def awake(j):
    """Clicks are answered while it runs"""
    p = j.program
    pages = {name: p.find("radio button", re.compile(f"^{name}")) for name in ("Messages", "Plots")}
    took = []
    for _ in range(5):
        for page in pages.values():
            where = centre(page)
            begin = time.monotonic()
            click(where)
            wait(lambda: has(page, State.CHECKED), "the page clicked on", 3)
            took.append(time.monotonic() - begin)
    took.sort()
    print(f"# answer to a click: median {took[5]:.3f} s, longest {took[-1]:.3f} s")
    # The run takes minutes: an answer in the time of a click means that nobody waits for it.
    # How quick it is in figures is a matter for benchmarks, on a quiet machine.
    assert took[5] < max(1, j.slow), took


def grows(j):
    """Curves grow while it runs"""
    p = j.program
    first = p.run_status()
    wait(lambda: p.run_status() != first, "progress")
    wait(lambda: "left.x: from" in p.figure("Trajectories"), "curves before the end")
    # Enough that writing them takes a while: 3e6 rows.
    wait(lambda: (t := re.search(r"t = ([0-9.e-]+) s of", p.run_status())) and float(t[1]) > 0.03,
         "a long curve", 60)  # fmt: skip


def cancel(j):
    """Cancel ends it at once, what was computed is kept and said so"""
    p = j.program
    button = p.button("Cancel")
    where = centre(button)
    begin = time.monotonic()
    click(where)
    wait(lambda: not has(button, State.SENSITIVE), "the end of the run", 10)
    took = time.monotonic() - begin
    print(f"# cancelled within {took:.3f} s")
    assert took < 3 * max(1, j.slow), took
    wait(lambda: "Cancelled; partial results are shown" in p.run_status(), "the word of it")
    p.wait_figure("Trajectories", "NI-Jacobi", "left.x: from")
    p.wait_figure("Error", "Cancelled before the reference was computed")
    p.show_page("Results")
    rows = wait(lambda: p.results(), "the table")
    assert rows["NI-Jacobi"]["Status"].startswith("cancelled"), rows
    assert int(rows["NI-Jacobi"]["Macro steps"]) > 1000, rows


def export(p, path):
    """All numbers of the runs, until the bar says that they are being written."""
    p.show_page("Plots")
    p.press("Trajectories: export")
    # Writing begins with the click, and does not wait for the chooser to be gone.
    click(p.choose_file("Export Plot", path, "Export"))
    return p.find("info bar", re.compile(f"Writing “{path.name}”"), seconds=10)


def one(path):
    """The first of the files that a name stands for: one for each run."""
    return path.with_name(f"{path.stem}-1-ni-jacobi{path.suffix}")


def written(j):
    """While many numbers are written the window answers; then they are there, all of them"""
    p = j.program
    path = j.folder / "all" / "numbers.csv"
    path.parent.mkdir()
    bar = export(p, path)
    assert p.find_all("progress bar", None, bar)
    page = p.find("radio button", re.compile("^Messages"))
    click(page)
    wait(lambda: has(page, State.CHECKED), "the page clicked on", 3)
    assert not one(path).exists(), "nobody had to answer while it was written"
    assert p.find_all("info bar", re.compile("Writing")), "it was over before the answer"
    wait(one(path).exists, "the numbers", 60)
    p.gone("info bar", re.compile("Writing"), seconds=10)
    with one(path).open() as file:
        n = sum(1 for _ in file)
    assert n > 1_500_000, n
    assert not [f for f in path.parent.iterdir() if not f.name.startswith("numbers-")]


def dropped(j):
    """Writing is cancelled: what was there stays, nothing is left beside it"""
    p = j.program
    path = j.folder / "none" / "numbers.csv"
    path.parent.mkdir()
    one(path).write_text("before")
    p.press("Cancel", export(p, path))
    p.gone("info bar", re.compile("Writing"), seconds=10)
    wait(lambda: list(path.parent.iterdir()) == [one(path)], "the end of the writing", 10)
    assert one(path).read_text() == "before"


def full(j):
    """A disk without room: said in a bar that names the file"""
    p = j.program
    path = j.folder / "full" / "numbers.csv"
    path.parent.mkdir()
    one(path).symlink_to("/dev/full")
    p.show_page("Plots")
    p.press("Trajectories: export")
    p.accept_file("Export Plot", path, "Export")
    bar = p.find("info bar", re.compile("The file was not written.*numbers-1-ni-jacobi.csv", re.S),
                 seconds=20)  # fmt: skip
    p.press("Close", bar)
    p.gone("info bar", re.compile("not written"))


def again(j):
    """After that a short run runs, and Shift+F5 cancels as well"""
    p = j.program
    p.show_page("Plots")
    p.fill("Step size", "1e-3")
    key("F5")
    wait(lambda: "error" in p.run_status() and "MISSILES" in p.run_status(), "the outcome")
    p.fill("Step size", "1e-8")
    key("F5")
    wait(lambda: "Running" in p.run_status(), "a run under way")
    key("shift+F5")
    wait(lambda: "Cancelled" in p.run_status(), "the end of it")


main([start, awake, grows, cancel, written, dropped, full, again])
