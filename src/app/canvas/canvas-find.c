/* Finds components by name, model or port. */
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/base/widgets.h"
#include "app/canvas/canvas-drag.h"
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-view.h"

typedef struct
{
  LsCanvas *canvas;
  GtkWidget *popover, *entry, *label;
  GArray *hits; /* guint, ids of components */
  guint at;
} Finder;

static void
finder_free (gpointer data)
{
  Finder *self = data;

  g_array_unref (self->hits);
  g_free (self);
}

static gboolean
contains (const char *text, const char *folded)
{
  g_autofree char *own = g_utf8_casefold (text, -1);

  return strstr (own, folded) != NULL;
}

static gboolean
ports_contain (GPtrArray *ports, const char *folded)
{
  gboolean found = FALSE;

  for (guint i = 0; i < ports->len && !found; i++)
    found = contains (((const LsVariable *)g_ptr_array_index (ports, i))->name, folded);
  g_ptr_array_unref (ports);
  return found;
}

/* Match: 0: name, 1: model name, 2: a port, 3: none. */
static int
rank (const LsComponent *component, const char *folded)
{
  if (contains (component->name, folded))
    return 0;
  if (component->fmu != NULL
      && contains (ls_fmu_get_description (component->fmu)->model_name, folded))
    return 1;
  if (ports_contain (ls_component_list_inputs (component), folded)
      || ports_contain (ls_component_list_outputs (component), folded))
    return 2;
  return 3;
}

static void
show_hit (Finder *self)
{
  g_autofree char *text = NULL;

  if (self->hits->len == 0)
    text = g_strdup (*gtk_entry_get_text (GTK_ENTRY (self->entry)) != '\0' ? _ ("Not found") : "");
  else
    {
      text = g_strdup_printf (_ ("%u of %u"), self->at + 1, self->hits->len);
      ls_canvas_show_component (self->canvas, g_array_index (self->hits, guint, self->at));
    }
  gtk_label_set_text (GTK_LABEL (self->label), text);
}

static void
search_cb (Finder *self)
{
  LsModel *model = ls_canvas_get_model (self->canvas);
  g_autofree char *folded = g_utf8_casefold (gtk_entry_get_text (GTK_ENTRY (self->entry)), -1);

  g_array_set_size (self->hits, 0);
  for (int wanted = 0; *folded != '\0' && wanted < 3; wanted++)
    for (guint i = 0; i < ls_model_get_n_components (model); i++)
      {
        const LsComponent *component = ls_model_get_component (model, i);

        if (rank (component, folded) == wanted)
          g_array_append_val (self->hits, component->id);
      }
  self->at = 0;
  show_hit (self);
}

static void
next_cb (Finder *self)
{
  if (self->hits->len > 0)
    self->at = (self->at + 1) % self->hits->len;
  show_hit (self);
}

static void
previous_cb (Finder *self)
{
  if (self->hits->len > 0)
    self->at = (self->at + self->hits->len - 1) % self->hits->len;
  show_hit (self);
}

static void
stop_cb (Finder *self)
{
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static void
closed_cb (Finder *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static GtkWidget *
icon_button (const char *icon, const char *name)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon, GTK_ICON_SIZE_BUTTON);

  gtk_widget_set_tooltip_text (button, name);
  ls_widget_set_accessible_name (button, name);
  return button;
}

static Finder *
finder_new (LsCanvas *canvas)
{
  Finder *self = g_new0 (Finder, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *previous = icon_button ("go-up-symbolic", _ ("Previous hit"));
  GtkWidget *next = icon_button ("go-down-symbolic", _ ("Next hit"));

  self->canvas = canvas;
  self->hits = g_array_new (FALSE, FALSE, sizeof (guint));
  self->popover = gtk_popover_new (GTK_WIDGET (canvas));
  self->entry = gtk_search_entry_new ();
  self->label = gtk_label_new (NULL);
  gtk_label_set_width_chars (GTK_LABEL (self->label), 9);
  gtk_entry_set_width_chars (GTK_ENTRY (self->entry), 24);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), _ ("Component, model or port"));
  ls_widget_set_accessible_name (self->entry, _ ("Find component"));
  ls_widget_set_accessible_name (self->popover, _ ("Find"));
  g_object_set (box, "margin", 6, NULL);
  gtk_container_add (GTK_CONTAINER (box), self->entry);
  gtk_container_add (GTK_CONTAINER (box), self->label);
  gtk_container_add (GTK_CONTAINER (box), previous);
  gtk_container_add (GTK_CONTAINER (box), next);
  gtk_container_add (GTK_CONTAINER (self->popover), box);
  gtk_widget_show_all (box);
  g_signal_connect_swapped (self->entry, "search-changed", G_CALLBACK (search_cb), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (next_cb), self);
  g_signal_connect_swapped (self->entry, "next-match", G_CALLBACK (next_cb), self);
  g_signal_connect_swapped (self->entry, "previous-match", G_CALLBACK (previous_cb), self);
  g_signal_connect_swapped (self->entry, "stop-search", G_CALLBACK (stop_cb), self);
  g_signal_connect_swapped (previous, "clicked", G_CALLBACK (previous_cb), self);
  g_signal_connect_swapped (next, "clicked", G_CALLBACK (next_cb), self);
  g_signal_connect_swapped (self->popover, "closed", G_CALLBACK (closed_cb), self);
  g_object_set_data_full (G_OBJECT (canvas), "finder", self, finder_free);
  return self;
}

void
ls_canvas_find (LsCanvas *canvas)
{
  Finder *self = g_object_get_data (G_OBJECT (canvas), "finder");
  GdkRectangle top = { gtk_widget_get_allocated_width (GTK_WIDGET (canvas)) / 2, 0, 1, 1 };

  g_return_if_fail (LS_IS_CANVAS (canvas));

  if (self == NULL)
    self = finder_new (canvas);
  ls_canvas_cancel (canvas);
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_BOTTOM);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &top);
  gtk_popover_popup (GTK_POPOVER (self->popover));
  gtk_widget_grab_focus (self->entry);
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}
