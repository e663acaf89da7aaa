"""Things that one can act on and that have no name."""

from person import Atspi, State, find_all, has, name_of, role_of

# They need no name of their own: their text, or what is in them, is what is read.
SPEAKS_BY_CONTENT = {"table cell", "table column header", "separator", "filler", "link",
                     "page tab list"}  # fmt: skip


def path_of(thing):
    words = []
    while thing is not None and len(words) < 4:
        thing = Atspi.Accessible.get_parent(thing)
        if thing is not None:
            words.append(f"{role_of(thing)} {name_of(thing)!r}")
    return " in ".join(words)


def is_named(thing):
    """By itself, or by a label that says it is its label."""
    if name_of(thing).strip():
        return True
    relations = Atspi.Accessible.get_relation_set(thing) or []
    return any(r.get_relation_type() == Atspi.RelationType.LABELLED_BY for r in relations)


def lint(root, state, least=10):
    """Nameless things that one can act on or that take the keyboard."""
    nameless, n = [], 0
    for thing in find_all(root):
        role = role_of(thing)
        if role in SPEAKS_BY_CONTENT:
            continue
        interfaces = Atspi.Accessible.get_interfaces(thing)
        acts = "Action" in interfaces and Atspi.Action.get_n_actions(thing) > 0
        if role in ("label", "icon", "image") and not has(thing, State.FOCUSABLE):
            acts = "lockstep-kind" in (Atspi.Accessible.get_attributes(thing) or {})
        if not acts and not (has(thing, State.FOCUSABLE) and role != "scroll pane"):
            continue
        n += 1
        if not is_named(thing):
            nameless.append(f"{role} in {path_of(thing)}")
    print(f"# {state}: {n} things to act on, {len(nameless)} nameless")
    assert n >= least and not nameless, nameless
