"""Exit status 0 when a comparison of ./dev run holds what it should: look.py COMPARISON.JSON.

The bounds are wide: with steps of 0.1 s NI-Jacobi is off by a fifth, MISSILES by about 1e-3 %.
"""

import json
import sys

comparison = json.load(open(sys.argv[1]))
runs = {run["method"]: run for run in comparison["runs"]}
assert set(runs) == {"ni-jacobi", "missiles"}, list(runs)
assert all(run["status"] == "done" and run["time_reached"] == 20 for run in runs.values()), runs
for method, low, high in [("ni-jacobi", 5, 50), ("missiles", 1e-5, 1e-2)]:
    errors = runs[method]["errors_percent"]
    print(method, errors)
    assert len(errors) == 2 and all(low < error < high for error in errors.values()), errors
assert all(0 <= error < 1e-8 for error in comparison["reference"]["error_percent"].values())
