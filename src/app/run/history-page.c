#include "app/run/history-page.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/run/history-row.h"
#include "app/base/widgets.h"
#include "core/base/language.h"

struct _LsHistoryPage
{
  GtkBox parent_instance;
  LsRunHistory *history;
  GtkWidget *summary_label, *keep_button, *import_button, *queue_box, *stack, *list, *details;
  GtkWidget *name_entry, *note_entry, *color_combo, *what_label, *delete_button;
  guint selected; /* id, or 0 */
  gboolean filling;
  gboolean is_stale; /* the list is made when the page comes into sight */
};

G_DEFINE_TYPE (LsHistoryPage, ls_history_page, GTK_TYPE_BOX)

enum
{
  SIGNAL_CHANGED,
  SIGNAL_DELETE,
  SIGNAL_QUEUE_MOVED,
  SIGNAL_QUEUE_REMOVED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

static LsPastRun *
get_selected (LsHistoryPage *self)
{
  return ls_run_history_find (self->history, self->selected);
}

/* Errors of all signals, one per line. */
static void
append_errors (GString *text, const LsPastRun *run)
{
  char number[LS_NUMBER_SIZE];

  for (guint i = 1; i < ls_trace_get_n_columns (run->trace); i++)
    if (isfinite (run->errors[i - 1]))
      {
        g_autofree char *error = ls_past_run_show_error (run, i, ls_error_display);

        /* Translators: a signal and its error. */
        g_string_append_printf (text, _ ("Error of %s: %s\n"), ls_trace_get_name (run->trace, i),
                                error);
      }
  if (run->reference != NULL)
    g_string_append_printf (text, _ ("Reference: %s\n"), run->reference);
  for (guint i = 1; i < ls_trace_get_n_columns (run->trace); i++)
    if (isfinite (run->estimates[i - 1]))
      /* Translators: error of a signal in per cent, as estimated without a reference. */
      g_string_append_printf (text, _ ("Estimated error of %s: %s %%\n"),
                              ls_trace_get_name (run->trace, i),
                              ls_error_display (run->estimates[i - 1], LS_ERROR_DIGITS, number));
}

static void
show_what (LsHistoryPage *self, const LsPastRun *run)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *end = ls_history_describe_end (run);
  char number[LS_NUMBER_SIZE];

  g_string_append_printf (text, "%s: %s\n", run->origin, end);
  if (run->message != NULL && *run->message != '\0')
    g_string_append_printf (text, "%s\n", run->message);
  if (run->divergence != NULL)
    g_string_append_printf (text, "%s\n", run->divergence);
  append_errors (text, run);
  if (isfinite (run->wall_time))
    g_string_append_printf (text, _ ("Wall time: %s s\n"),
                            ls_number_display (run->wall_time, 3, number));
  /* Translators: number of samples. */
  g_string_append_printf (text, _ ("%.0f samples"), (double)ls_trace_get_n_rows (run->trace));
  gtk_label_set_text (GTK_LABEL (self->what_label), text->str);
}

static void
fill_colors (LsHistoryPage *self, const LsPastRun *run)
{
  static const char *const names[LS_RUN_HISTORY_COLORS]
      = { N_ ("Blue"),  N_ ("Vermilion"), N_ ("Green"), N_ ("Pink"),
          N_ ("Ochre"), N_ ("Sky blue"),  N_ ("Violet") };
  GtkComboBoxText *combo = GTK_COMBO_BOX_TEXT (self->color_combo);

  gtk_combo_box_text_remove_all (combo);
  for (guint i = 0; i < LS_RUN_HISTORY_COLORS; i++)
    gtk_combo_box_text_append_text (combo, _ (names[i]));
  if (run->method != NULL)
    gtk_combo_box_text_append_text (combo, _ ("As its method"));
  gtk_combo_box_set_active (GTK_COMBO_BOX (combo), (int)MIN (run->color, LS_RUN_HISTORY_COLORS));
}

static void
show_details (LsHistoryPage *self)
{
  const LsPastRun *run = get_selected (self);

  gtk_widget_set_visible (self->details, run != NULL);
  if (run == NULL)
    return;
  self->filling = TRUE;
  gtk_entry_set_text (GTK_ENTRY (self->name_entry), run->name);
  gtk_entry_set_text (GTK_ENTRY (self->note_entry), run->note);
  fill_colors (self, run);
  show_what (self, run);
  self->filling = FALSE;
}

static LsHistoryRow *
get_row (LsHistoryPage *self, guint index)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), (int)index);

  return row != NULL ? LS_HISTORY_ROW (row) : NULL;
}

static void
show_summary (LsHistoryPage *self)
{
  const guint n = ls_run_history_get_n (self->history);
  g_autofree char *size = g_format_size (ls_run_history_get_size (self->history));
  g_autofree char *limit = g_format_size (LS_RUN_HISTORY_SIZE);
  g_autofree char *text
      = g_strdup_printf (ngettext ("%u run, %s. Not pinned: the newest %u are kept, up to %s.",
                                   "%u runs, %s. Not pinned: the newest %u are kept, up to %s.", n),
                         n, size, LS_RUN_HISTORY_COUNT, limit);

  gtk_label_set_text (GTK_LABEL (self->summary_label), n > 0 ? text : "");
}

static void
changed (LsHistoryPage *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
select_run (LsHistoryPage *self, guint id)
{
  LsHistoryRow *row;

  for (guint i = 0; (row = get_row (self, i)) != NULL; i++)
    if (ls_history_row_get_id (row) == id)
      gtk_list_box_select_row (GTK_LIST_BOX (self->list), GTK_LIST_BOX_ROW (row));
}

void
ls_history_page_select (LsHistoryPage *self, guint id)
{
  g_return_if_fail (LS_IS_HISTORY_PAGE (self));

  if (self->is_stale)
    self->selected = id;
  else
    select_run (self, id);
}

/* Rows of runs that are gone must not be used any more. */
static void
remove_rows (LsHistoryPage *self)
{
  LsHistoryRow *row;

  for (guint i = 0; (row = get_row (self, i)) != NULL;)
    if (ls_run_history_find (self->history, ls_history_row_get_id (row)) == NULL)
      gtk_widget_destroy (GTK_WIDGET (row));
    else
      i++;
}

static void
insert_row (LsHistoryPage *self, LsPastRun *run, guint index)
{
  GtkWidget *row = ls_history_row_new (run);

  g_signal_connect_swapped (row, "changed", G_CALLBACK (changed), self);
  gtk_list_box_insert (GTK_LIST_BOX (self->list), row, (int)index);
}

/* Runs keep their order, so that a row that does not belong here is that of a later run. */
static void
fill_list (LsHistoryPage *self)
{
  const guint n = ls_run_history_get_n (self->history), selected = self->selected;

  self->is_stale = FALSE;
  for (guint i = 0; i < n; i++)
    {
      LsPastRun *run = ls_run_history_get (self->history, i);
      LsHistoryRow *row = get_row (self, i);

      if (row != NULL && ls_history_row_get_id (row) == run->id)
        ls_history_row_update (row);
      else
        insert_row (self, run, i);
    }
  while (get_row (self, n) != NULL)
    gtk_widget_destroy (GTK_WIDGET (get_row (self, n)));
  select_run (self, selected);
  if (self->selected == 0 && n > 0)
    select_run (self, ls_run_history_get (self->history, 0)->id);
  show_details (self);
}

/* A hundred new rows take GTK a quarter of a second: at the end of a run there are other things to
 * do. */
void
ls_history_page_refresh (LsHistoryPage *self)
{
  guint selected;

  g_return_if_fail (LS_IS_HISTORY_PAGE (self));
  selected = self->selected;
  remove_rows (self);
  self->selected = ls_run_history_find (self->history, selected) != NULL ? selected : 0;
  self->is_stale = TRUE;
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack),
                                    ls_run_history_get_n (self->history) > 0 ? "runs" : "empty");
  show_summary (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    fill_list (self);
}

static void
ls_history_page_map (GtkWidget *widget)
{
  LsHistoryPage *self = LS_HISTORY_PAGE (widget);

  if (self->is_stale)
    fill_list (self);
  GTK_WIDGET_CLASS (ls_history_page_parent_class)->map (widget);
}

void
ls_history_page_set_history (LsHistoryPage *self, LsRunHistory *history)
{
  g_return_if_fail (LS_IS_HISTORY_PAGE (self));

  /* Its rows belong to the old history and must not be used any more. */
  self->selected = 0;
  ls_container_clear (self->list);
  self->history = history;
  ls_history_page_refresh (self);
}

static void
row_selected_cb (LsHistoryPage *self, GtkListBoxRow *row)
{
  self->selected = row != NULL ? ls_history_row_get_id (LS_HISTORY_ROW (row)) : 0;
  show_details (self);
}

static void
update_row (LsHistoryPage *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));

  if (row != NULL)
    ls_history_row_update (LS_HISTORY_ROW (row));
  changed (self);
}

static void
name_changed_cb (LsHistoryPage *self)
{
  LsPastRun *run = get_selected (self);
  const char *text = gtk_entry_get_text (GTK_ENTRY (self->name_entry));

  if (self->filling || run == NULL)
    return;
  /* Without a name the origin is shown. */
  ls_past_run_set_name (run, *text != '\0' ? text : run->origin);
  update_row (self);
}

static void
note_changed_cb (LsHistoryPage *self)
{
  LsPastRun *run = get_selected (self);

  if (self->filling || run == NULL)
    return;
  ls_past_run_set_note (run, gtk_entry_get_text (GTK_ENTRY (self->note_entry)));
  update_row (self);
}

static void
color_changed_cb (LsHistoryPage *self)
{
  LsPastRun *run = get_selected (self);
  const int color = gtk_combo_box_get_active (GTK_COMBO_BOX (self->color_combo));

  if (self->filling || run == NULL || color < 0)
    return;
  run->color = (guint)color < LS_RUN_HISTORY_COLORS ? (guint)color : LS_COLOR_OF_METHOD;
  update_row (self);
}

static void
delete_clicked_cb (LsHistoryPage *self)
{
  if (self->selected != 0)
    g_signal_emit (self, signals[SIGNAL_DELETE], 0, self->selected);
}

static gboolean
key_press_cb (LsHistoryPage *self, GdkEventKey *event)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));

  if (row == NULL || (event->state & (GDK_CONTROL_MASK | GDK_MOD1_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (event->keyval)
    {
    case GDK_KEY_space:
      if (!gtk_widget_is_focus (GTK_WIDGET (row)))
        return GDK_EVENT_PROPAGATE;
      ls_history_row_toggle_shown (LS_HISTORY_ROW (row));
      return GDK_EVENT_STOP;
    case GDK_KEY_p:
      ls_history_row_toggle_pinned (LS_HISTORY_ROW (row));
      return GDK_EVENT_STOP;
    case GDK_KEY_F2:
      gtk_widget_grab_focus (self->name_entry);
      return GDK_EVENT_STOP;
    case GDK_KEY_Delete:
    case GDK_KEY_KP_Delete:
      delete_clicked_cb (self);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static guint
get_position (GtkWidget *button)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "position"));
}

static void
up_clicked_cb (GtkWidget *button, LsHistoryPage *self)
{
  g_signal_emit (self, signals[SIGNAL_QUEUE_MOVED], 0, get_position (button), TRUE);
}

static void
down_clicked_cb (GtkWidget *button, LsHistoryPage *self)
{
  g_signal_emit (self, signals[SIGNAL_QUEUE_MOVED], 0, get_position (button), FALSE);
}

static void
remove_clicked_cb (GtkWidget *button, LsHistoryPage *self)
{
  g_signal_emit (self, signals[SIGNAL_QUEUE_REMOVED], 0, get_position (button));
}

static void
add_button (LsHistoryPage *self,
            GtkWidget *box,
            const char *text,
            const char *title,
            guint position,
            GCallback callback)
{
  GtkWidget *button = gtk_button_new_with_label (text);
  g_autofree char *name = g_strdup_printf ("%s: %s", text, title);

  g_object_set_data (G_OBJECT (button), "position", GUINT_TO_POINTER (position));
  ls_widget_set_accessible_name (button, name);
  g_signal_connect (button, "clicked", callback, self);
  gtk_container_add (GTK_CONTAINER (box), button);
}

void
ls_history_page_show_queue (LsHistoryPage *self, const GPtrArray *titles)
{
  const guint n = titles != NULL ? titles->len : 0;

  g_return_if_fail (LS_IS_HISTORY_PAGE (self));
  ls_container_clear (self->queue_box);
  for (guint i = 0; i < n; i++)
    {
      const char *title = g_ptr_array_index (titles, i);
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
      g_autofree char *text = g_strdup_printf (_ ("Waiting, %u: %s"), i + 1, title);
      GtkWidget *label = gtk_label_new (text);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_box_pack_start (GTK_BOX (box), label, TRUE, TRUE, 0);
      if (i > 0)
        add_button (self, box, _ ("Earlier"), title, i, G_CALLBACK (up_clicked_cb));
      if (i + 1 < n)
        add_button (self, box, _ ("Later"), title, i, G_CALLBACK (down_clicked_cb));
      add_button (self, box, _ ("Remove"), title, i, G_CALLBACK (remove_clicked_cb));
      gtk_container_add (GTK_CONTAINER (self->queue_box), box);
    }
  gtk_widget_show_all (self->queue_box);
  gtk_widget_set_visible (self->queue_box, n > 0);
}

static void
ls_history_page_class_init (LsHistoryPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  widget_class->map = ls_history_page_map;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/lockstep/Workbench/history-page.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, LsHistoryPage, child)
  BIND (summary_label);
  BIND (keep_button);
  BIND (import_button);
  BIND (queue_box);
  BIND (stack);
  BIND (list);
  BIND (details);
  BIND (name_entry);
  BIND (note_entry);
  BIND (color_combo);
  BIND (what_label);
  BIND (delete_button);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, row_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, key_press_cb);
  gtk_widget_class_bind_template_callback (widget_class, name_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, note_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, color_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, delete_clicked_cb);
  signals[SIGNAL_CHANGED]
      = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_DELETE] = g_signal_new ("delete", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SIGNAL_QUEUE_MOVED] = g_signal_new ("queue-moved", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                              NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_BOOLEAN);
  signals[SIGNAL_QUEUE_REMOVED] = g_signal_new ("queue-removed", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                                NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
ls_history_page_init (LsHistoryPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_label_add_tooltip (GTK_LABEL (self->summary_label));
}

GtkWidget *
ls_history_page_new (LsRunHistory *history)
{
  LsHistoryPage *self = g_object_new (LS_TYPE_HISTORY_PAGE, "visible", TRUE, NULL);

  g_return_val_if_fail (history != NULL, NULL);
  self->history = history;
  ls_history_page_refresh (self);
  return GTK_WIDGET (self);
}
