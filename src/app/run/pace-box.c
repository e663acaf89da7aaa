#include "app/run/pace-box.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "app/base/widgets.h"

struct _LsPaceBox
{
  GtkBox parent_instance;
  GtkWidget *combo;
};

G_DEFINE_TYPE (LsPaceBox, ls_pace_box, GTK_TYPE_BOX)

static guint changed_signal;

static const char *
get_text (LsPaceBox *self)
{
  return gtk_entry_get_text (GTK_ENTRY (gtk_bin_get_child (GTK_BIN (self->combo))));
}

/* "2×", "2", "0,5 x" */
static gboolean
read_pace (LsPaceBox *self, double *pace)
{
  g_autofree char *text = g_strstrip (g_strdup (get_text (self)));

  *pace = 0;
  if (*text == '\0' || strcmp (text, _ ("Fastest")) == 0)
    return TRUE;
  if (g_str_has_suffix (text, "×"))
    text[strlen (text) - strlen ("×")] = '\0';
  else if (g_str_has_suffix (text, "x"))
    text[strlen (text) - 1] = '\0';
  return ls_number_parse_typed (text, pace) && *pace > 0 && isfinite (*pace);
}

double
ls_pace_box_get (LsPaceBox *self)
{
  g_return_val_if_fail (LS_IS_PACE_BOX (self), 0);

  double pace;

  return read_pace (self, &pace) ? pace : 0;
}

const char *
ls_pace_box_get_problem (LsPaceBox *self)
{
  g_return_val_if_fail (LS_IS_PACE_BOX (self), NULL);

  double pace;

  return read_pace (self, &pace)
             ? NULL
             : _ ("The pace is a number above 0, like 1× for the speed of the clock, or Fastest.");
}

static void
changed_cb (LsPaceBox *self)
{
  ls_entry_set_problem (GTK_ENTRY (gtk_bin_get_child (GTK_BIN (self->combo))),
                        ls_pace_box_get_problem (self));
  g_signal_emit (self, changed_signal, 0);
}

static void
ls_pace_box_class_init (LsPaceBoxClass *klass)
{
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_pace_box_init (LsPaceBox *self)
{
  static const char *const paces[] = { "0.1×", "0.5×", "1×", "2×", "10×" };
  GtkWidget *label = gtk_label_new (_ ("Pace"));
  GtkWidget *entry;

  self->combo = gtk_combo_box_text_new_with_entry ();
  entry = gtk_bin_get_child (GTK_BIN (self->combo));
  gtk_combo_box_text_append_text (GTK_COMBO_BOX_TEXT (self->combo), _ ("Fastest"));
  for (guint i = 0; i < G_N_ELEMENTS (paces); i++)
    gtk_combo_box_text_append_text (GTK_COMBO_BOX_TEXT (self->combo), paces[i]);
  gtk_combo_box_set_active (GTK_COMBO_BOX (self->combo), 0);
  /* As wide as the usual word where there is room; in French there is none at 1024 px. */
  gtk_entry_set_width_chars (GTK_ENTRY (entry), 6);
  gtk_entry_set_max_width_chars (GTK_ENTRY (entry), (int)g_utf8_strlen (_ ("Fastest"), -1) + 1);
  gtk_widget_set_tooltip_text (
      self->combo,
      _ ("Speed relative to the wall clock, one method after the other; late steps are counted"));
  ls_widget_set_accessible_name (entry, _ ("Pace"));
  ls_widget_set_accessible_name (self->combo, _ ("Paces"));
  g_signal_connect_swapped (self->combo, "changed", G_CALLBACK (changed_cb), self);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  gtk_container_add (GTK_CONTAINER (self), label);
  gtk_container_add (GTK_CONTAINER (self), self->combo);
  gtk_widget_show_all (label);
  gtk_widget_show_all (self->combo);
}
