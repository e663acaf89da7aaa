#include "cli/plot-step.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "cli/command.h"
#include "core/base/number.h"
#include "draw/export.h"
#include "present/macro-step.h"

typedef struct
{
  const LsMacroStep *step;
  const LsTheme *theme;
} Picture;

typedef struct
{
  const char *output_file;
  double time, width, height;
  const LsTheme *theme;
} Wanted;

static void
draw (cairo_t *cr, double width, double height, gpointer user_data)
{
  const Picture *picture = user_data;
  const LsMacroView view = ls_macro_view_get_last (picture->step);

  ls_macro_step_draw (picture->step, &view, cr, width, height, picture->theme);
}

static LsMacroStep *
compute (LsJob *job, double time, GError **error)
{
  if (job->methods->len > 1)
    ls_job_note (job, _ ("of several methods the first one is drawn"));
  return ls_macro_step_compute (job->model, g_ptr_array_index (job->methods, 0), job->start_time,
                                job->stop_time, g_array_index (job->step_sizes, double, 0), time,
                                NULL, NULL, error);
}

static int
compute_and_draw (LsJob *job, gconstpointer user_data, GError **error)
{
  const Wanted *wanted = user_data;
  g_autoptr (LsMacroStep) step = compute (job, wanted->time, error);
  Picture picture = { step, wanted->theme };

  if (step == NULL)
    return (*error)->code == LS_ERROR_ARGUMENT ? 2 : 1;
  return ls_export (wanted->output_file, wanted->width, wanted->height, 1.0, draw, &picture, error)
             ? 0
             : 1;
}

int
ls_plot_step (const char *path,
              const LsJobOptions *options,
              const char *at,
              double width,
              double height,
              const LsTheme *theme)
{
  Wanted wanted = { options->output_file, 0, width, height, theme };

  if (at == NULL || !ls_number_parse (at, &wanted.time))
    return ls_command_fail (2, _ ("--kind macro-step needs --at with a time in seconds"));
  return ls_job_do (path, options, compute_and_draw, &wanted);
}
