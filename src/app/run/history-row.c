#include "app/run/history-row.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "app/base/style.h"
#include "app/base/widgets.h"
#include "core/base/language.h"
#include "draw/theme.h"

#define SWATCH_WIDTH 28
#define SWATCH_HEIGHT 14

struct _LsHistoryRow
{
  GtkListBoxRow parent_instance;
  LsPastRun *run;
  guint id;
  char *look; /* (nullable): all that is shown of the run, as one text */
  GtkWidget *shown, *swatch, *name, *what, *error, *pin;
  gboolean updating;
};

G_DEFINE_TYPE (LsHistoryRow, ls_history_row, GTK_TYPE_LIST_BOX_ROW)

static guint changed_signal;

char *
ls_history_get_color (const LsPastRun *run)
{
  g_return_val_if_fail (run != NULL, NULL);

  if (run->color >= LS_RUN_HISTORY_COLORS && run->method != NULL)
    return g_strdup (run->method);
  return g_strdup_printf (LS_PALETTE_PREFIX "%u", run->color % LS_RUN_HISTORY_COLORS);
}

char *
ls_history_describe_end (const LsPastRun *run)
{
  g_return_val_if_fail (run != NULL, NULL);

  const gsize n = ls_trace_get_n_rows (run->trace);
  char time[LS_NUMBER_SIZE];

  if (n > 0)
    ls_number_display (ls_trace_get (run->trace, 0, n - 1), 4, time);
  else
    g_strlcpy (time, "–", sizeof time);
  if (strcmp (run->state, "cancelled") == 0)
    return g_strdup_printf (_ ("cancelled at t = %s s"), time);
  if (strcmp (run->state, "failed") == 0)
    return g_strdup_printf (_ ("failed at t = %s s"), time);
  if (strcmp (run->state, "imported") == 0)
    return g_strdup_printf (_ ("imported, to t = %s s"), time);
  if (run->divergence != NULL)
    return g_strdup_printf (_ ("diverged, to t = %s s"), time);
  return g_strdup_printf (_ ("done, to t = %s s"), time);
}

/* "Comparison 2, 14:05, cancelled at t = 1 s" (transfer full) */
static char *
describe (const LsPastRun *run)
{
  g_autofree char *end = ls_history_describe_end (run);
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_local (run->when);
  g_autofree char *clock = date != NULL ? g_date_time_format (date, "%H:%M") : g_strdup ("");

  if (run->comparison == 0)
    return g_strdup_printf ("%s, %s", clock, end);
  /* Translators: number of the comparison, time of day, how the run ended. */
  return g_strdup_printf (_ ("Comparison %u, %s, %s"), run->comparison, clock, end);
}

/* The error of the run, as the status line shows it.
 * @tip: (out) (nullable): what the error is of
 * Returns: (transfer full) (nullable) */
static char *
describe_error (const LsPastRun *run, char **tip)
{
  const char *signal;
  LsErrorFigure figure;
  g_autofree char *error = NULL;

  *tip = NULL;
  if (!ls_past_run_get_figure (run, &figure, &signal))
    return NULL;
  error = ls_error_figure_show (&figure, ls_error_display);
  *tip = figure.is_estimated
             ? g_strdup_printf (_ ("Estimated error of %s, without a reference"), signal)
             : g_strdup_printf (_ ("Error of %s against %s"), signal,
                                run->reference != NULL ? run->reference : "–");
  /* Translators: a signal and its error. */
  return g_strdup_printf (_ ("%s: %s"), signal, error);
}

static void
set_name (GtkWidget *widget, const char *format, const char *name)
{
  g_autofree char *text = g_strdup_printf (format, name);

  ls_widget_set_accessible_name (widget, text);
}

void
ls_history_row_update (LsHistoryRow *self)
{
  g_return_if_fail (LS_IS_HISTORY_ROW (self));

  const LsPastRun *run = self->run;
  g_autofree char *tip = NULL;
  g_autofree char *what = describe (run), *error = describe_error (run, &tip);
  g_autofree char *whole = g_strdup_printf ("%s: %s", run->name, what);
  g_autofree char *look
      = g_strdup_printf ("%s\n%s\n%s\n%s\n%u %d %d", whole, run->note, error != NULL ? error : "",
                         tip != NULL ? tip : "", run->color, run->shown, run->pinned);

  if (g_strcmp0 (look, self->look) == 0)
    return;
  g_free (self->look);
  self->look = g_steal_pointer (&look);
  self->updating = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->shown), run->shown);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->pin), run->pinned);
  self->updating = FALSE;
  gtk_label_set_text (GTK_LABEL (self->name), run->name);
  gtk_label_set_text (GTK_LABEL (self->what), what);
  gtk_label_set_text (GTK_LABEL (self->error), error != NULL ? error : "");
  gtk_widget_set_tooltip_text (self->error, tip);
  gtk_widget_set_tooltip_text (self->name, *run->note != '\0' ? run->note : NULL);
  ls_widget_set_accessible_name (GTK_WIDGET (self), whole);
  set_name (self->shown, _ ("Show %s"), run->name);
  set_name (self->pin, _ ("Pin %s"), run->name);
  gtk_widget_queue_draw (self->swatch);
}

static gboolean
swatch_draw_cb (LsHistoryRow *self, cairo_t *cr, GtkWidget *swatch)
{
  g_autofree char *id = ls_history_get_color (self->run);
  LsColor color;
  LsTheme theme;

  ls_style_get_theme (swatch, &theme);
  color = ls_palette_get_method_color (&theme, id, 0);
  ls_color_set_source (&color, cr);
  cairo_rectangle (cr, 0, 0, gtk_widget_get_allocated_width (swatch),
                   gtk_widget_get_allocated_height (swatch));
  cairo_fill (cr);
  return GDK_EVENT_STOP;
}

static void
toggled_cb (LsHistoryRow *self)
{
  if (self->updating)
    return;
  self->run->shown = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->shown));
  self->run->pinned = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->pin));
  g_signal_emit (self, changed_signal, 0);
}

static void
flip (GtkWidget *button)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button),
                                !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)));
}

void
ls_history_row_toggle_shown (LsHistoryRow *self)
{
  g_return_if_fail (LS_IS_HISTORY_ROW (self));

  flip (self->shown);
}

void
ls_history_row_toggle_pinned (LsHistoryRow *self)
{
  g_return_if_fail (LS_IS_HISTORY_ROW (self));

  flip (self->pin);
}

LsPastRun *
ls_history_row_get_run (LsHistoryRow *self)
{
  g_return_val_if_fail (LS_IS_HISTORY_ROW (self), NULL);

  return self->run;
}

guint
ls_history_row_get_id (LsHistoryRow *self)
{
  g_return_val_if_fail (LS_IS_HISTORY_ROW (self), 0);

  return self->id;
}

static void
ls_history_row_finalize (GObject *object)
{
  g_free (LS_HISTORY_ROW (object)->look);
  G_OBJECT_CLASS (ls_history_row_parent_class)->finalize (object);
}

static void
ls_history_row_class_init (LsHistoryRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_history_row_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static GtkWidget *
label_new (const char *class, float align)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), align);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (class != NULL)
    gtk_style_context_add_class (gtk_widget_get_style_context (label), class);
  return label;
}

static void
ls_history_row_init (LsHistoryRow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->shown = gtk_check_button_new ();
  self->swatch = gtk_drawing_area_new ();
  self->name = label_new (NULL, 0);
  self->what = label_new ("dim-label", 0);
  self->error = label_new (NULL, 1);
  self->pin = gtk_toggle_button_new_with_mnemonic (_ ("Pin"));
  gtk_widget_set_tooltip_text (self->shown, _ ("Draw it with the others (Space)"));
  gtk_widget_set_tooltip_text (self->pin,
                               _ ("Keep this run, and keep it drawn when the next one starts"));
  gtk_widget_set_valign (self->pin, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (self->swatch, SWATCH_WIDTH, SWATCH_HEIGHT);
  gtk_widget_set_valign (self->swatch, GTK_ALIGN_CENTER);
  gtk_label_set_ellipsize (GTK_LABEL (self->error), PANGO_ELLIPSIZE_NONE);
  gtk_container_set_border_width (GTK_CONTAINER (box), 6);
  gtk_container_add (GTK_CONTAINER (texts), self->name);
  gtk_container_add (GTK_CONTAINER (texts), self->what);
  gtk_container_add (GTK_CONTAINER (box), self->shown);
  gtk_container_add (GTK_CONTAINER (box), self->swatch);
  gtk_box_pack_start (GTK_BOX (box), texts, TRUE, TRUE, 0);
  gtk_container_add (GTK_CONTAINER (box), self->error);
  gtk_container_add (GTK_CONTAINER (box), self->pin);
  gtk_container_add (GTK_CONTAINER (self), box);
  g_signal_connect_swapped (self->swatch, "draw", G_CALLBACK (swatch_draw_cb), self);
  g_signal_connect_swapped (self->shown, "toggled", G_CALLBACK (toggled_cb), self);
  g_signal_connect_swapped (self->pin, "toggled", G_CALLBACK (toggled_cb), self);
}

GtkWidget *
ls_history_row_new (LsPastRun *run)
{
  LsHistoryRow *self = g_object_new (LS_TYPE_HISTORY_ROW, NULL);

  g_return_val_if_fail (run != NULL, NULL);
  self->run = run;
  self->id = run->id;
  ls_history_row_update (self);
  gtk_widget_show_all (GTK_WIDGET (self));
  return GTK_WIDGET (self);
}
