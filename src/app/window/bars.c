#include "app/window/bars.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdarg.h>
#include "app/base/report.h"
#include "app/base/style.h"
#include "app/base/widgets.h"
#include "app/panel/messages.h"

#define MAX_PROBLEMS 3
/* Longer texts are shown in an expander "Details", characters. */
#define MAX_TEXT 240

enum
{
  RESPONSE_LOG = 1
};

static gboolean
is_problem (gpointer bar)
{
  return g_object_get_data (G_OBJECT (bar), "problem") != NULL;
}

/* Removes errors of earlier runs or models, which would be misattributed to the present one; they
 * remain in Messages. */
void
ls_bars_clear_problems (const LsFrame *self)
{
  g_return_if_fail (self != NULL);

  g_autoptr (GList) bars = gtk_container_get_children (GTK_CONTAINER (self->info_box));

  for (GList *l = bars; l != NULL; l = l->next)
    if (is_problem (l->data))
      gtk_widget_destroy (l->data);
}

void
ls_bars_set_quiet (const LsFrame *self, gboolean quiet)
{
  g_return_if_fail (self != NULL);

  g_autoptr (GList) bars = gtk_container_get_children (GTK_CONTAINER (self->info_box));

  for (GList *l = bars; l != NULL; l = l->next)
    gtk_widget_set_visible (l->data, !quiet || is_problem (l->data));
}

/* Removes the oldest problem bars beyond the limit. */
static void
make_room (const LsFrame *self)
{
  g_autoptr (GList) bars = gtk_container_get_children (GTK_CONTAINER (self->info_box));
  guint n = 0;

  for (GList *l = bars; l != NULL; l = l->next)
    n += is_problem (l->data) ? 1 : 0;
  for (GList *l = bars; l != NULL && n >= MAX_PROBLEMS; l = l->next)
    if (is_problem (l->data))
      {
        gtk_widget_destroy (l->data);
        n--;
      }
}

static GtkWidget *
text_new (const char *text)
{
  GtkWidget *label = ls_label_new_wrapped (text, FALSE);

  gtk_label_set_max_width_chars (GTK_LABEL (label), -1);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_can_focus (label, FALSE);
  return label;
}

/* Buttons stand below the text where they would leave it less than this, px. */
#define TEXT_WIDTH 400

/* Returns: (transfer none): of the content area and the action area */
static GtkOrientable *
get_line (GtkWidget *bar)
{
  return GTK_ORIENTABLE (gtk_widget_get_parent (gtk_info_bar_get_action_area (GTK_INFO_BAR (bar))));
}

static GtkOrientation
choose_orientation (GtkWidget *bar, int width)
{
  int needed;

  gtk_widget_get_preferred_width (gtk_info_bar_get_action_area (GTK_INFO_BAR (bar)), NULL, &needed);
  return width - needed < TEXT_WIDTH ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL;
}

static gboolean
turn_cb (gpointer bar)
{
  gtk_orientable_set_orientation (get_line (bar),
                                  choose_orientation (bar, gtk_widget_get_allocated_width (bar)));
  return G_SOURCE_REMOVE;
}

static void
allocated_cb (GtkWidget *bar, const GtkAllocation *allocation)
{
  if (gtk_orientable_get_orientation (get_line (bar))
      != choose_orientation (bar, allocation->width))
    g_idle_add_full (G_PRIORITY_HIGH_IDLE, turn_cb, g_object_ref (bar), g_object_unref);
}

/* In French six buttons of the same width would need more than 1024 px. */
static GtkWidget *
add_button (GtkWidget *bar, const char *text, int response)
{
  GtkWidget *button = gtk_info_bar_add_button (GTK_INFO_BAR (bar), text, response);

  gtk_button_box_set_child_non_homogeneous (GTK_BUTTON_BOX (gtk_widget_get_parent (button)), button,
                                            TRUE);
  return button;
}

static GtkWidget *
bar_new (const LsFrame *self, GtkMessageType type, const char *text, va_list buttons)
{
  GtkWidget *bar = gtk_info_bar_new ();
  GtkWidget *area = gtk_info_bar_get_content_area (GTK_INFO_BAR (bar));
  GtkWidget *label = text_new (text);
  const char *button;

  gtk_info_bar_set_message_type (GTK_INFO_BAR (bar), type);
  gtk_box_pack_start (GTK_BOX (area), label, TRUE, TRUE, 0);
  while ((button = va_arg (buttons, const char *)) != NULL)
    add_button (bar, button, va_arg (buttons, int));
  g_signal_connect (bar, "size-allocate", G_CALLBACK (allocated_cb), NULL);
  ls_widget_set_accessible_name (bar, text);
  g_object_set_data (G_OBJECT (bar), "label", label);
  gtk_container_add (GTK_CONTAINER (self->info_box), bar);
  gtk_widget_show_all (bar);
  gtk_orientable_set_orientation (
      get_line (bar), choose_orientation (bar, gtk_widget_get_allocated_width (self->info_box)));
  return bar;
}

GtkWidget *
ls_bars_add (const LsFrame *self, GtkMessageType type, const char *text, ...)
{
  GtkWidget *bar;
  va_list buttons;

  g_return_val_if_fail (self != NULL, NULL);
  va_start (buttons, text);
  bar = bar_new (self, type, text, buttons);
  va_end (buttons);
  gtk_widget_set_visible (bar, !ls_style_is_lecture (GTK_WIDGET (self->window)));
  return bar;
}

GtkWidget *
ls_bars_add_problem (const LsFrame *self, const char *text, ...)
{
  GtkWidget *bar;
  va_list buttons;

  g_return_val_if_fail (self != NULL, NULL);
  make_room (self);
  va_start (buttons, text);
  bar = bar_new (self, GTK_MESSAGE_ERROR, text, buttons);
  va_end (buttons);
  g_object_set_data (G_OBJECT (bar), "problem", bar);
  return bar;
}

void
ls_bars_add_first (GtkWidget *bar, const char *text, int response)
{
  GtkWidget *button;

  g_return_if_fail (GTK_IS_INFO_BAR (bar));
  button = add_button (bar, text, response);
  gtk_box_reorder_child (GTK_BOX (gtk_widget_get_parent (button)), button, 0);
}

void
ls_bars_set_text (GtkWidget *bar, const char *text)
{
  g_return_if_fail (GTK_IS_WIDGET (bar));

  ls_label_show (g_object_get_data (G_OBJECT (bar), "label"), text);
  ls_widget_set_accessible_name (bar, text);
}

static void
problem_response_cb (GtkWidget *bar, int response)
{
  const LsFrame *self = ls_frame_find (bar);

  if (response == RESPONSE_LOG)
    ls_frame_show_lower (self, self->messages);
  else
    gtk_widget_destroy (bar);
}

/* The first line, shortened to the limit. */
static char *
shorten (const char *message)
{
  const char *end = strchr (message, '\n');
  glong length
      = end != NULL ? g_utf8_pointer_to_offset (message, end) : g_utf8_strlen (message, -1);
  g_autofree char *start = NULL;

  if (length <= MAX_TEXT)
    return g_strndup (message, end != NULL ? (gsize)(end - message) : strlen (message));
  start = g_utf8_substring (message, 0, MAX_TEXT);
  return g_strconcat (start, "…", NULL);
}

static void
add_details (GtkWidget *box, const char *message)
{
  GtkWidget *expander = gtk_expander_new_with_mnemonic (_ ("_Details"));

  gtk_container_add (GTK_CONTAINER (expander), text_new (message));
  ls_widget_set_accessible_name (expander, _ ("Details"));
  gtk_container_add (GTK_CONTAINER (box), expander);
}

GtkWidget *
ls_report_find_window (GtkWidget *widget)
{
  const LsFrame *self = ls_frame_find (widget);

  return self != NULL ? GTK_WIDGET (self->window) : NULL;
}

GtkWidget *
ls_report_work (GtkWidget *widget, const char *text)
{
  const LsFrame *self = ls_frame_find (widget);
  GtkWidget *progress = gtk_progress_bar_new ();
  GtkWidget *bar;

  g_return_val_if_fail (self != NULL, NULL);
  bar = ls_bars_add (self, GTK_MESSAGE_INFO, text, _ ("_Cancel"), GTK_RESPONSE_CANCEL, NULL);
  gtk_widget_set_valign (progress, GTK_ALIGN_CENTER);
  ls_widget_set_accessible_name (progress, text);
  gtk_box_pack_end (GTK_BOX (gtk_info_bar_get_content_area (GTK_INFO_BAR (bar))), progress, FALSE,
                    TRUE, 0);
  gtk_widget_show (progress);
  g_object_set_data (G_OBJECT (bar), "progress", progress);
  return bar;
}

void
ls_report_work_progress (GtkWidget *bar, double fraction)
{
  GtkProgressBar *progress = g_object_get_data (G_OBJECT (bar), "progress");

  if (fraction < 0)
    gtk_progress_bar_pulse (progress);
  else
    gtk_progress_bar_set_fraction (progress, fraction);
}

void
ls_report_broken (GtkWidget *widget, const GPtrArray *broken)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_if_fail (GTK_IS_WIDGET (widget) && broken != NULL);
  for (guint i = 0; i < broken->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", (char *)broken->pdata[i]);
  if (broken->len > 0)
    ls_report_problem (widget, _ ("Some items do not match the FMU. Undo restores them."),
                       text->str);
}

void
ls_report_problem (GtkWidget *widget, const char *title, const char *message)
{
  const LsFrame *self = ls_frame_find (widget);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *bar, *label;
  g_autofree char *whole = g_strdup_printf ("%s: %s", title, message);
  g_autofree char *brief = shorten (message);
  g_autofree char *markup = g_markup_printf_escaped ("<b>%s</b>\n%s", title, brief);

  g_return_if_fail (self != NULL);

  ls_messages_add (LS_MESSAGES (self->messages), LS_LOG_ERROR, NULL, whole, NAN);
  make_room (self);
  bar = gtk_info_bar_new ();
  label = text_new (NULL);
  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_container_add (GTK_CONTAINER (box), label);
  if (!g_str_equal (brief, message))
    add_details (box, message);
  gtk_info_bar_set_message_type (GTK_INFO_BAR (bar), GTK_MESSAGE_ERROR);
  gtk_info_bar_add_button (GTK_INFO_BAR (bar), _ ("Show in _Log"), RESPONSE_LOG);
  /* The close button of GtkInfoBar has no accessible name. */
  gtk_info_bar_add_button (GTK_INFO_BAR (bar), _ ("Close"), GTK_RESPONSE_CLOSE);
  gtk_box_pack_start (GTK_BOX (gtk_info_bar_get_content_area (GTK_INFO_BAR (bar))), box, TRUE, TRUE,
                      0);
  ls_widget_set_accessible_name (bar, whole);
  g_object_set_data (G_OBJECT (bar), "problem", bar);
  g_signal_connect (bar, "response", G_CALLBACK (problem_response_cb), NULL);
  gtk_container_add (GTK_CONTAINER (self->info_box), bar);
  gtk_widget_show_all (bar);
}
