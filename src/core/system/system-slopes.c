/* Slopes of outputs where no step has led to: at the start and after events. */
#include "core/system/system-me-impl.h"

#include <math.h>
#include <string.h>

static void
forget (const LsSystem *self, double dy[])
{
  for (guint i = 0; i < self->info->n_out; i++)
    dy[i] = NAN;
}

/* What the component says itself with inputs @u, where the slopes of these do not matter, as it
 * does not know them yet. One that takes differences backwards has none to take: it says 0 of all.
 */
static LsStatus
ask (LsSystem *self, const double u[], double dy[], gboolean *known)
{
  gboolean finite = TRUE, moves = FALSE;
  LsStatus status;

  *known = FALSE;
  if (!self->info->has[LS_CAPABILITY_OUTPUT_DERIVATIVES]
      || ls_system_info_feeds_through (self->info))
    return LS_OK;
  status = ls_system_evaluate (self, u, dy);
  if (status == LS_OK)
    status = ls_system_get_output_slopes (self, dy);
  for (guint i = 0; i < self->info->n_out && status == LS_OK; i++)
    {
      finite = finite && isfinite (dy[i]);
      moves = moves || dy[i] != 0.0;
    }
  *known = status == LS_OK && finite && moves;
  return status == LS_RETRY ? LS_OK : status;
}

static double
dot (guint n, const double a[], const double b[])
{
  double sum = 0.0;

  for (guint k = 0; k < n; k++)
    sum += a[k] * b[k];
  return sum;
}

/* C f + D du. */
static LsStatus
linearise (LsSystem *self, const double u[], const double du[], double dy[])
{
  const LsSystemInfo *info = self->info;
  LsStatus status;

  if (self->start == NULL)
    self->start = ls_linearisation_new (info);
  status = ls_system_linearise (self, u, self->start);
  if (status == LS_RETRY)
    {
      forget (self, dy);
      return LS_OK;
    }
  for (guint i = 0; i < info->n_out && status == LS_OK; i++)
    dy[i] = dot (info->n_state, self->start->c + (gsize)i * info->n_state, self->start->f)
            + dot (info->n_in, self->start->d + (gsize)i * info->n_in, du);
  return status;
}

/* And the derivatives with respect to time. */
static void
add_time (LsSystem *self, const double u[], double h, double dy[])
{
  const LsSystemInfo *info = self->info;
  g_autofree double *ft = g_new0 (double, info->n_state + info->n_out + 1);
  const guint quiet = self->quiet, pause = self->pause;
  guint64 n_taken = 0;

  self->pause = 0;
  if (ls_system_get_time_derivatives (self, self->start, u, h, ft, ft + info->n_state, &n_taken))
    for (guint i = 0; i < info->n_out; i++)
      dy[i] += ft[info->n_state + i];
  self->quiet = quiet;
  self->pause = pause;
}

LsStatus
ls_system_find_slopes (LsSystem *self, const double u[], const double du[], double h, double dy[])
{
  const gboolean linear = self->info->has[LS_CAPABILITY_LINEARISATION];
  gboolean known = FALSE, timed;
  LsStatus status = LS_OK;

  if (self->info->n_out == 0)
    return LS_OK;
  if (self->me != NULL)
    return ls_system_exchange_find_slopes (self, u, du, h, dy);
  timed = linear && ls_system_enable_time_derivative (self);
  if (!timed)
    status = ask (self, u, dy, &known);
  if (status != LS_OK || known)
    return status;
  if (!linear)
    {
      forget (self, dy);
      return LS_OK;
    }
  status = linearise (self, u, du, dy);
  if (status == LS_OK && timed)
    add_time (self, u, h, dy);
  return status;
}
