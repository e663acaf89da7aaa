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

int
ls_plot_step (const char *path,
              const LsJobOptions *options,
              const char *at,
              double width,
              double height,
              const LsTheme *theme)
{
  LsJob job = { 0 };
  GError *error = NULL;
  g_autoptr (LsMacroStep) step = NULL;
  double time;
  int status = 2;

  if (at == NULL || !ls_number_parse (at, &time))
    return ls_command_fail (2, _ ("--kind macro-step needs --at with a time in seconds"));
  if (ls_job_open (&job, path, options, &status, &error))
    {
      step = compute (&job, time, &error);
      status = error != NULL && error->code == LS_ERROR_ARGUMENT ? 2 : 1;
    }
  if (step != NULL)
    {
      Picture picture = { step, theme };

      if (ls_export (options->output_file, width, height, 1.0, draw, &picture, &error))
        status = 0;
    }
  ls_job_clear (&job);
  return status == 0 ? 0 : ls_command_fail_error (status, error);
}
