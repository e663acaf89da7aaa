#include "app/variations/variation-views.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "app/base/widgets.h"

/* Samples of a curve that are drawn: about one per pixel. */
#define MAX_SAMPLES 800

struct _LsVariationViews
{
  GtkBox parent_instance;
  gboolean filling;
  guint n_parameters;
  GtkWidget *view, *across, *upwards, *measure, *signal;
};

G_DEFINE_TYPE (LsVariationViews, ls_variation_views, GTK_TYPE_BOX)

static guint changed_signal;

static const char *const views[] = { "table", "curves", "scatter", "parallel", "heat", "bars" };

static gboolean
is_view (LsVariationViews *self, const char *id)
{
  return g_strcmp0 (gtk_combo_box_get_active_id (GTK_COMBO_BOX (self->view)), id) == 0;
}

gboolean
ls_variation_views_is_table (LsVariationViews *self)
{
  g_return_val_if_fail (LS_IS_VARIATION_VIEWS (self), TRUE);

  return is_view (self, "table");
}

/* Only what the view needs. */
static void
show_choices (LsVariationViews *self)
{
  const gboolean heat = is_view (self, "heat"), plane = heat || is_view (self, "scatter");

  gtk_widget_set_visible (self->across, plane);
  gtk_widget_set_visible (self->upwards, plane);
  gtk_widget_set_visible (self->measure, heat || is_view (self, "bars"));
  gtk_widget_set_visible (self->signal, is_view (self, "curves"));
}

static void
changed_cb (LsVariationViews *self)
{
  if (self->filling)
    return;
  show_choices (self);
  g_signal_emit (self, changed_signal, 0);
}

static guint
get_active (GtkWidget *combo)
{
  return (guint)MAX (gtk_combo_box_get_active (GTK_COMBO_BOX (combo)), 0);
}

/* A heat map is of two parameters, where there are two; a scatter plot shows a measure over one. */
static void
view_changed_cb (LsVariationViews *self)
{
  const gboolean heat = is_view (self, "heat") && self->n_parameters > 1;
  const guint other = get_active (self->across) == 1 ? 0 : 1;

  if (self->filling)
    return;
  self->filling = TRUE;
  if ((heat || is_view (self, "scatter"))
      && heat != (get_active (self->upwards) < self->n_parameters))
    gtk_combo_box_set_active (GTK_COMBO_BOX (self->upwards),
                              heat ? (int)other : (int)self->n_parameters);
  self->filling = FALSE;
  changed_cb (self);
}

/* Keeps the active entry where it exists still; @active: else */
static void
fill (GtkWidget *combo, const GPtrArray *names, int active)
{
  GtkComboBoxText *text = GTK_COMBO_BOX_TEXT (combo);
  g_autofree char *before = gtk_combo_box_text_get_active_text (text);

  gtk_combo_box_text_remove_all (text);
  for (guint i = 0; i < names->len; i++)
    {
      gtk_combo_box_text_append_text (text, names->pdata[i]);
      if (g_strcmp0 (before, names->pdata[i]) == 0)
        active = (int)i;
    }
  gtk_combo_box_set_active (GTK_COMBO_BOX (combo), MIN (active, (int)names->len - 1));
}

void
ls_variation_views_show (LsVariationViews *self, const LsVariation *variation)
{
  g_return_if_fail (LS_IS_VARIATION_VIEWS (self));

  g_autoptr (GPtrArray) columns = g_ptr_array_new ();
  g_autoptr (GPtrArray) measures = g_ptr_array_new ();
  g_autoptr (GPtrArray) signals = g_ptr_array_new ();
  int k;

  if (variation == NULL)
    return;
  k = (int)variation->parameters->len;
  self->n_parameters = variation->parameters->len;
  for (int i = 0; i < k; i++)
    g_ptr_array_add (columns, ((const LsVaried *)variation->parameters->pdata[i])->name);
  for (guint i = 0; i < variation->measures->len; i++)
    {
      g_ptr_array_add (columns, ((const LsRunMeasure *)variation->measures->pdata[i])->name);
      g_ptr_array_add (measures, ((const LsRunMeasure *)variation->measures->pdata[i])->name);
    }
  for (guint i = 0; variation->settings.signals[i] != NULL; i++)
    g_ptr_array_add (signals, variation->settings.signals[i]);
  self->filling = TRUE;
  fill (self->across, columns, 0);
  fill (self->upwards, columns, is_view (self, "heat") && k > 1 ? 1 : k);
  fill (self->measure, measures, 0);
  fill (self->signal, signals, 0);
  self->filling = FALSE;
  show_choices (self);
}

/* ---- Plots -------------------------------------------------------------------------------- */

static void
add_columns (LsSpread *spread, const LsVariation *variation)
{
  const guint n = variation->sample->n_rows;
  g_autofree double *values = g_new (double, n);

  for (guint i = 0; i < variation->parameters->len; i++)
    {
      const LsVaried *varied = variation->parameters->pdata[i];

      for (guint row = 0; row < n; row++)
        values[row] = ls_sample_get_row (variation->sample, row)[i];
      ls_spread_add_column (spread, varied->name, values, varied->logarithmic);
    }
  for (guint i = 0; i < variation->measures->len; i++)
    {
      g_autofree double *results = ls_variation_list_results (variation, i);

      ls_spread_add_column (spread, ((const LsRunMeasure *)variation->measures->pdata[i])->name,
                            results, FALSE);
    }
}

/* Of each pair of neighbours the least and the greatest stay, so that no peak is lost. */
static void
add_curve (LsSpread *spread, guint row, LsTrace *trace, guint column)
{
  const gsize n = ls_trace_get_n_rows (trace);
  const gsize stride = MAX (n / (MAX_SAMPLES / 2), 1);
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));

  for (gsize i = 0; i < n; i += stride)
    {
      gsize least = i, greatest = i;

      for (gsize k = i; k < MIN (i + stride, n); k++)
        {
          if (ls_trace_get (trace, column, k) < ls_trace_get (trace, column, least))
            least = k;
          if (ls_trace_get (trace, column, k) > ls_trace_get (trace, column, greatest))
            greatest = k;
        }
      for (guint k = 0; k < (least == greatest ? 1 : 2); k++)
        {
          const gsize at = k == 0 ? MIN (least, greatest) : MAX (least, greatest);
          const double time = ls_trace_get (trace, 0, at), value = ls_trace_get (trace, column, at);

          g_array_append_val (times, time);
          g_array_append_val (values, value);
        }
    }
  ls_spread_add_curve (spread, row, (const double *)times->data, (const double *)values->data,
                       times->len);
}

static LsSpread *
make_curves (LsVariationViews *self, LsVariationJob *job, const char **placeholder)
{
  const LsVariation *variation = ls_variation_job_get_variation (job, NULL);
  g_autoptr (LsSpread) spread = ls_spread_new (LS_SPREAD_CURVES, variation->sample->n_rows);
  const char *signal = variation->settings.signals[get_active (self->signal)];
  guint n = 0;

  add_columns (spread, variation);
  ls_spread_set_signal (spread, signal);
  for (guint row = 0; row < variation->sample->n_rows; row++)
    {
      LsTrace *trace = ls_variation_job_get_curve (job, row);
      guint column = 1;

      if (trace == NULL)
        continue;
      while (column < ls_trace_get_n_columns (trace)
             && strcmp (ls_trace_get_name (trace, column), signal) != 0)
        column++;
      if (column == ls_trace_get_n_columns (trace))
        continue;
      add_curve (spread, row, trace, column);
      n++;
    }
  if (n > 0)
    return g_steal_pointer (&spread);
  *placeholder = _ ("No curves were kept. Tick Keep curves before the runs.");
  return NULL;
}

static LsSpread *
make_bars (LsVariationViews *self, LsVariationJob *job, const char **placeholder)
{
  const LsVariation *variation = ls_variation_job_get_variation (job, NULL);
  const guint measure = get_active (self->measure);
  const LsSensitivity *indices = ls_variation_job_get_sensitivity (job, measure);
  LsSpread *spread;
  gboolean variance;

  *placeholder = ls_sensitivity_is_possible (variation->sample)
                     ? _ ("Sensitivities are computed when all runs have ended.")
                     : _ ("Sensitivities need the sample Saltelli (Sobol indices) or Morris "
                          "(elementary effects).");
  if (indices == NULL)
    return NULL;
  spread = ls_spread_new (LS_SPREAD_BARS, variation->sample->n_rows);
  variance = !isnan (indices[0].first);
  ls_spread_set_signal (spread, ((const LsRunMeasure *)variation->measures->pdata[measure])->name);
  if (variance)
    ls_spread_set_bars (spread, _ ("First order"), _ ("Total"),
                        _ ("with 95 percent confidence intervals"));
  else
    ls_spread_set_bars (spread, _ ("Mean effect"), _ ("Deviation"), NULL);
  for (guint i = 0; i < variation->parameters->len; i++)
    {
      const LsSensitivity *s = &indices[i];

      ls_spread_add_bar (
          spread, ((const LsVaried *)variation->parameters->pdata[i])->name,
          (double[]){ variance ? s->first : s->mean, variance ? s->total : s->deviation },
          (double[]){ variance ? s->first_margin : NAN, variance ? s->total_margin : NAN });
    }
  return spread;
}

LsSpread *
ls_variation_views_make (LsVariationViews *self, LsVariationJob *job, const char **placeholder)
{
  g_return_val_if_fail (LS_IS_VARIATION_VIEWS (self), NULL);

  const LsVariation *variation = ls_variation_job_get_variation (job, NULL);
  LsSpread *spread;

  *placeholder = "";
  if (variation == NULL)
    return NULL;
  if (is_view (self, "curves"))
    return make_curves (self, job, placeholder);
  if (is_view (self, "bars"))
    return make_bars (self, job, placeholder);
  *placeholder = _ ("No run has ended yet.");
  if (ls_variation_count (variation, LS_ROW_DONE) == 0)
    return NULL;
  spread = ls_spread_new (is_view (self, "scatter")    ? LS_SPREAD_SCATTER
                          : is_view (self, "parallel") ? LS_SPREAD_PARALLEL
                                                       : LS_SPREAD_HEAT,
                          variation->sample->n_rows);
  add_columns (spread, variation);
  ls_spread_set_axes (spread, get_active (self->across), get_active (self->upwards),
                      variation->parameters->len + get_active (self->measure));
  return spread;
}

/* ---- The widget --------------------------------------------------------------------------- */

static GtkWidget *
add_combo (LsVariationViews *self, const char *name, void (*changed) (LsVariationViews *self))
{
  GtkWidget *combo = gtk_combo_box_text_new ();

  ls_widget_set_accessible_name (combo, name);
  gtk_widget_set_tooltip_text (combo, name);
  ls_combo_shorten (GTK_COMBO_BOX (combo), 9);
  gtk_box_pack_start (GTK_BOX (self), combo, FALSE, TRUE, 0);
  g_signal_connect_swapped (combo, "changed", G_CALLBACK (changed), self);
  return combo;
}

static void
ls_variation_views_class_init (LsVariationViewsClass *klass)
{
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_variation_views_init (LsVariationViews *self)
{
  const char *const names[]
      = { _ ("Table"),    _ ("Curves"),       _ ("Scatter Plot"), _ ("Parallel Coordinates"),
          _ ("Heat Map"), _ ("Sensitivities") };

  self->filling = TRUE;
  gtk_box_set_spacing (GTK_BOX (self), 6);
  self->view = add_combo (self, _ ("View of the runs"), view_changed_cb);
  gtk_widget_show (self->view);
  self->across = add_combo (self, _ ("Across"), changed_cb);
  self->upwards = add_combo (self, _ ("Upwards"), changed_cb);
  self->measure = add_combo (self, _ ("Measure shown"), changed_cb);
  self->signal = add_combo (self, _ ("Signal shown"), changed_cb);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    gtk_combo_box_text_append (GTK_COMBO_BOX_TEXT (self->view), views[i], names[i]);
  gtk_combo_box_set_active_id (GTK_COMBO_BOX (self->view), "table");
  self->filling = FALSE;
}
