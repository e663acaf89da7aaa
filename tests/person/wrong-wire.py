#!/usr/bin/python3
"""Wires that cannot be: told why at the pointer, and nothing changed."""

from person import FMUS, MODELS, box, drag, key, main, release, wait


def refuse(j, start, end, *words):
    """Drags a wire and reads the verdict before and after letting go."""
    p = j.program
    before, blocks = p.wires(), sorted(p.blocks())
    drag(p.port(*start), p.port(*end), hold=True)
    try:
        said = p.wait_status(*words)
        print(f"# {said.split('— ')[-1]}")
    finally:
        release()
    # The refusal stays where it can be read after the button is let go.
    p.wait_status("Not connected", *words)
    assert p.wires() == before and sorted(p.blocks()) == blocks, p.wires()


def start(j):
    """A wired model"""
    p = j.start(j.copy(MODELS / "two-bodies.ssp"))
    wait(lambda: len(p.wires()) == 3, "the wires")
    assert not p.title().startswith("*")


def output_to_output(j):
    """Output to output"""
    refuse(j, ("left", "x"), ("right", "x"), "right.x", "output")


def input_to_input(j):
    """Input to input"""
    refuse(j, ("left", "F"), ("right", "x_left"), "input")


def second_source(j):
    """A second source of an input"""
    refuse(j, ("right", "v"), ("left", "F"), "left.F", "right.F")


def nothing_changed(j):
    """Nothing of it changed the model"""
    p = j.program
    assert not p.title().startswith("*"), p.title()
    p.wait_status("2 components", "3 connections")


def types(j):
    """Types that do not fit"""
    j.program.end()
    p = j.start()
    key("ctrl+i")
    p.accept_file("Add FMUs", FMUS / "types.fmu", "Add")
    wait(lambda: list(p.blocks()) == ["types"], "the block")
    refuse(j, ("types", "real_out"), ("types", "boolean_in"), "Real", "Boolean")
    refuse(j, ("types", "string_out"), ("types", "real_in"), "String", "Real")
    p.wait_status("0 connections")


def to_nowhere(j):
    """A wire let go over nothing is no wire, and no fault"""
    p = j.program
    left, top, _, _ = box(p.canvas)
    drag(p.port("types", "real_out"), (left + 20, top + 20))
    p.wait_status("0 connections", "5 inputs open")


main([start, output_to_output, input_to_input, second_source, nothing_changed, types, to_nowhere])
