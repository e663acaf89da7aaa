#include "app/canvas/canvas-choose.h"
#include <glib/gi18n-lib.h>
#include "app/base/widgets.h"
#include "app/canvas/canvas-marks.h"
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-system.h"
#include "app/canvas/canvas-view.h"

/* Maximum number of menu items. */
#define MAX_CHOICES 60u

/* A possible end of a wire within a subsystem, or at an element of an array. */
typedef struct
{
  LsCanvas *canvas;
  guint component;
  char *variable;
  gboolean is_output; /* the wire starts at an output */
  LsSubsystemPath *through;
  guint target;
  char *port;
  GPtrArray *sinks; /* (nullable): LsSubsystemPath, ports connected to the connector */
} Choice;

static void
choice_free (gpointer data, G_GNUC_UNUSED GClosure *closure)
{
  Choice *self = data;

  g_free (self->variable);
  g_free (self->port);
  ls_subsystem_path_free (self->through);
  g_clear_pointer (&self->sinks, g_ptr_array_unref);
  g_free (self);
}

static LsSubsystemPath *
through_copy (const LsSubsystemPath *through)
{
  LsSubsystemPath *copy;

  if (through == NULL)
    return NULL;
  copy = g_memdup2 (through, sizeof *through);
  copy->hops = g_array_ref (through->hops);
  return copy;
}

static guint
connect_choice (
    const Choice *self, guint target, const char *port, const LsSubsystemPath *sink, GError **error)
{
  LsDocument *document = self->canvas->document;

  if (self->is_output && self->through == NULL && sink == NULL)
    return ls_document_connect (document, self->component, self->variable, target, port, error);
  if (self->is_output)
    return ls_document_connect_through (document, self->component, self->variable, self->through,
                                        target, port, sink, error);
  return ls_document_connect (document, target, port, self->component, self->variable, error);
}

static void
choose_cb (G_GNUC_UNUSED GtkWidget *item, Choice *self)
{
  g_autoptr (GError) error = NULL;
  guint id = connect_choice (self, self->target, self->port, NULL, &error);

  if (id != 0)
    ls_canvas_select_connection (self->canvas, id, FALSE);
  else
    ls_canvas_set_hint (self->canvas, error->message);
}

static Choice *
choice_new (LsCanvas *canvas, const LsWire *wire)
{
  Choice *self = g_new0 (Choice, 1);

  self->canvas = canvas;
  self->component = wire->component;
  self->variable = g_strdup (wire->variable);
  self->is_output = wire->is_output;
  self->through = through_copy (wire->through);
  return self;
}

static gboolean
fits (const Choice *self, guint component, const char *variable, GError **error)
{
  LsModel *model = ls_canvas_get_model (self->canvas);

  if (self->is_output)
    return ls_model_check_wire (model, self->component, self->variable, component, variable, error);
  return ls_model_check_wire (model, component, variable, self->component, self->variable, error);
}

/* Connects all ports that the connector is already connected to. */
static gboolean
connect_sinks (Choice *self, GPtrArray *sinks)
{
  guint last = 0, n = 0;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < sinks->len; i++)
    {
      const LsSubsystemPath *sink = sinks->pdata[i];

      n += fits (self, sink->component, sink->variable, NULL);
    }
  if (n == 0)
    return FALSE;
  ls_document_begin_group (self->canvas->document, _ ("Connect"));
  for (guint i = 0; i < sinks->len; i++)
    {
      const LsSubsystemPath *sink = sinks->pdata[i];

      if (fits (self, sink->component, sink->variable, NULL))
        last = connect_choice (self, sink->component, sink->variable, sink, &error);
      g_clear_error (&error);
    }
  ls_document_end_group (self->canvas->document);
  if (last != 0)
    ls_canvas_select_connection (self->canvas, last, FALSE);
  return TRUE;
}

/* Takes @choice. */
static void
add_item (GtkWidget *menu, const char *label, Choice *choice)
{
  GtkWidget *item = gtk_menu_item_new_with_label (label);

  g_signal_connect_data (item, "activate", G_CALLBACK (choose_cb), choice, choice_free, 0);
  gtk_menu_shell_append (GTK_MENU_SHELL (menu), item);
}

static void
add_choices (
    LsCanvas *canvas, const LsWire *wire, const LsComponent *component, GtkWidget *menu, guint *n)
{
  LsModel *model = ls_canvas_get_model (canvas);
  g_autoptr (GPtrArray) ports = wire->is_output ? ls_model_list_input_ports (model, component)
                                                : ls_model_list_output_ports (model, component);

  for (guint i = 0; i < ports->len && *n < MAX_CHOICES; i++)
    {
      const LsVariable *variable = ports->pdata[i];
      Choice *choice = choice_new (canvas, wire);
      g_autofree char *label = g_strdup_printf ("%s.%s", component->name, variable->name);

      if (!fits (choice, component->id, variable->name, NULL))
        {
          choice_free (choice, NULL);
          continue;
        }
      choice->target = component->id;
      choice->port = g_strdup (variable->name);
      add_item (menu, label, choice);
      *n += 1;
    }
}

/* Takes @menu. */
static void
popup (LsCanvas *self, const LsWire *wire, GtkWidget *menu, const char *name)
{
  GdkRectangle at;

  ls_canvas_get_area (self, &(LsRect){ wire->x, wire->y, 0, 0 }, &at);
  ls_widget_set_accessible_name (menu, name);
  gtk_widget_show_all (menu);
  gtk_menu_attach_to_widget (GTK_MENU (menu), GTK_WIDGET (self), NULL);
  g_signal_connect (menu, "selection-done", G_CALLBACK (gtk_widget_destroy), NULL);
  gtk_menu_popup_at_rect (GTK_MENU (menu), gtk_widget_get_window (GTK_WIDGET (self)), &at,
                          GDK_GRAVITY_SOUTH_EAST, GDK_GRAVITY_NORTH_WEST, NULL);
}

static void
popup_choices (LsCanvas *self, const LsWire *wire, guint item)
{
  LsModel *model = ls_canvas_get_model (self);
  GtkWidget *menu = gtk_menu_new ();
  guint n = 0;

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);

      if (component->id != wire->component
          && ls_model_is_within (model, component->subsystem, LS_ITEM_ID (item)))
        add_choices (self, wire, component, menu, &n);
    }
  if (n == 0)
    {
      g_autofree char *path = ls_model_get_subsystem_path (model, LS_ITEM_ID (item));
      g_autofree char *hint
          = g_strdup_printf (wire->is_output ? _ ("No compatible open input in %s for %s")
                                             : _ ("No compatible output in %s for %s"),
                             path, wire->variable);

      ls_canvas_set_hint (self, hint);
      g_object_ref_sink (menu);
      g_object_unref (menu);
      return;
    }
  popup (self, wire, menu, _ ("Connect within the system"));
}

/* Whether one is a terminal, or an array while the other is none: one variable of it can be chosen.
 */
static gboolean
has_choice (const LsVariable *port, const LsVariable *other)
{
  if (ls_variable_is_terminal (port) || ls_variable_is_terminal (other))
    return !(ls_variable_is_terminal (port) && ls_variable_is_terminal (other));
  return (port->n_elements > 0) != (other->n_elements > 0);
}

/* Whether the elements of @port are offered, and not those of @other. */
static gboolean
is_chosen_of (const LsVariable *port, const LsVariable *other)
{
  return ls_variable_is_terminal (port)
         || (port->n_elements > 0 && !ls_variable_is_terminal (other));
}

/* The two ends of @wire at @target, one of them of an array or terminal: its elements that fit.
 * Returns: their number */
static guint
add_elements (LsCanvas *self, const LsWire *wire, const LsHit *target, GtkWidget *menu)
{
  const LsModel *model = ls_canvas_get_model (self);
  const LsVariable *start
      = ls_component_find_port (ls_model_find_component (model, wire->component), wire->variable);
  const gboolean at_target = is_chosen_of (target->variable, start);
  const LsComponent *component
      = ls_model_find_component (model, at_target ? target->component : wire->component);
  const LsVariable *array = at_target ? target->variable : start;
  g_autoptr (GPtrArray) members = ls_component_list_members (component, array);
  guint n = 0;

  for (guint i = 0; i < members->len && n < MAX_CHOICES; i++)
    {
      const LsVariable *member = members->pdata[i];
      Choice *choice = choice_new (self, wire);
      g_autofree char *label = g_strdup_printf ("%s.%s", component->name, member->name);

      choice->target = target->component;
      choice->port = g_strdup (at_target ? member->name : target->variable->name);
      if (!at_target)
        {
          g_free (choice->variable);
          choice->variable = g_strdup (member->name);
        }
      /* Those of a terminal go either way. */
      if (ls_variable_is_terminal (array))
        choice->is_output = ls_variable_is_source (member) != at_target;
      if (!fits (choice, choice->target, choice->port, NULL))
        {
          choice_free (choice, NULL);
          continue;
        }
      n++;
      if (menu != NULL)
        add_item (menu, label, choice);
      else
        choice_free (choice, NULL);
    }
  return n;
}

gboolean
ls_canvas_can_choose_element (LsCanvas *self, const LsWire *wire, const LsHit *target)
{
  const LsComponent *component;
  const LsVariable *port;

  g_return_val_if_fail (LS_IS_CANVAS (self) && wire != NULL && target->variable != NULL, FALSE);
  component = ls_model_find_component (ls_canvas_get_model (self), wire->component);
  port = component != NULL ? ls_component_find_port (component, wire->variable) : NULL;
  return port != NULL && has_choice (port, target->variable) && wire->through == NULL
         && add_elements (self, wire, target, NULL) > 0;
}

char *
ls_canvas_describe_choice (LsCanvas *self, const LsWire *wire, const LsHit *target)
{
  const LsModel *model;
  const LsComponent *near;
  const LsVariable *start;

  g_return_val_if_fail (LS_IS_CANVAS (self) && wire != NULL && target->variable != NULL, NULL);
  model = ls_canvas_get_model (self);
  near = ls_model_find_component (model, wire->component);
  start = ls_component_find_port (near, wire->variable);
  if (is_chosen_of (target->variable, start))
    return g_strdup_printf (_ ("Choose an element of %s.%s"),
                            ls_model_find_component (model, target->component)->name,
                            target->variable->name);
  return g_strdup_printf (_ ("Choose an element of %s.%s"), near->name, wire->variable);
}

void
ls_canvas_choose_element (LsCanvas *self, const LsWire *wire, const LsHit *target)
{
  GtkWidget *menu = gtk_menu_new ();

  g_return_if_fail (LS_IS_CANVAS (self) && wire != NULL && target->variable != NULL);
  add_elements (self, wire, target, menu);
  popup (self, wire, menu, _ ("Connect one element"));
}

void
ls_canvas_choose_inside (LsCanvas *self, const LsWire *wire, const LsHit *target)
{
  g_return_if_fail (LS_IS_CANVAS (self) && wire != NULL && target != NULL);

  LsModel *model = ls_canvas_get_model (self);
  Choice *choice = choice_new (self, wire);
  gboolean done = FALSE;

  if (target->kind == LS_HIT_CONNECTOR && wire->is_output && target->variable != NULL)
    {
      guint subsystem = target->component & LS_ITEM_CONNECTOR ? ls_canvas_get_system (self)
                                                              : LS_ITEM_ID (target->component);
      g_autoptr (GPtrArray) sinks
          = ls_subsystem_path_list_sinks (model, subsystem, target->variable->name);

      done = connect_sinks (choice, sinks);
    }
  else if (target->kind == LS_HIT_CONNECTOR && target->variable != NULL)
    {
      g_autoptr (LsSubsystemPath) origin
          = ls_canvas_find_origin (self, target->component, target->variable->name);
      g_autoptr (GError) error = NULL;

      if (origin != NULL && fits (choice, origin->component, origin->variable, &error))
        done = ls_document_connect_through (self->document, origin->component, origin->variable,
                                            origin, choice->component, choice->variable, NULL,
                                            &error)
               != 0;
    }
  choice_free (choice, NULL);
  if (done)
    return;
  if (target->component & LS_ITEM_CONNECTOR)
    ls_canvas_set_hint (self, _ ("This connector belongs to the system around it: connect it "
                                 "there (Alt+Up)"));
  else
    popup_choices (self, wire, target->component);
}
