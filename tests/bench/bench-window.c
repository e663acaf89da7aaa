/* The window, on a display of its own. */
#include "bench.h"

#include "core/base/number.h"
#include "core/base/status.h"

#include <math.h>

/* Milliseconds from the start of the program to its first frame, @data opened.
 * The program measures itself; display, session bus and window manager are
 * there before. */
static double
measure_first_frame (gpointer data, GError **error)
{
  const char *build = g_getenv ("LS_BUILD_DIR") ? g_getenv ("LS_BUILD_DIR") : "build";
  g_autofree char *program = g_build_filename (build, "src", "app", "lockstep-workbench", NULL);
  g_autofree char *model = g_build_filename (build, "models", data, NULL);
  const char *arguments[]
      = { LS_SOURCE_DIR "/tests/gui-run.sh", program, "--measure-first-frame", model, NULL };
  g_autofree char *said = NULL;
  g_autofree char *complaint = NULL;
  double value;
  int status;

  if (!g_spawn_sync (NULL, (char **)arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &said, &complaint,
                     &status, error))
    return NAN;
  if (g_spawn_check_wait_status (status, NULL) && ls_number_parse (said, &value))
    return value;
  g_set_error (error, LS_ERROR, LS_ERROR_RUN, "the window did not come up: %s%s", said, complaint);
  return NAN;
}

const LsBench ls_bench_window[] = {
  { "window/first frame with a model", "ms", 300, 5, measure_first_frame,
    (gpointer) "lotka-volterra.ssp" },
  { "window/1000 blocks, 2000 wires opened", "ms", 1000, 3, measure_first_frame,
    (gpointer) "chain-1000.ssp" },
  { NULL, NULL, 0, 0, NULL, NULL },
};
