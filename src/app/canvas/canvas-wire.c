#include "app/canvas/canvas-wire.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/canvas/canvas-choose.h"
#include "app/canvas/canvas-drag.h"
#include "app/canvas/canvas-marks.h"
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-system.h"
#include "app/canvas/canvas-view.h"

/* Whether the wire can end at a port; passes output and input to the model in the right order. */
static gboolean
check (LsCanvas *self, const LsWire *wire, guint component, const char *variable, GError **error)
{
  LsModel *model = ls_canvas_get_model (self);

  if (wire->is_output)
    return ls_model_check_wire (model, wire->component, wire->variable, component, variable, error);
  return ls_model_check_wire (model, component, variable, wire->component, wire->variable, error);
}

/* Whether the wire can end at the port, or one of the two is an array with an element that fits. */
static gboolean
can_end (LsCanvas *self, guint component, const LsVariable *variable)
{
  const LsHit target = { LS_HIT_PORT, component, variable, 0 };

  return check (self, &self->wire, component, variable->name, NULL)
         || ls_canvas_can_choose_element (self, &self->wire, &target);
}

static char *
port_key (guint component, const char *variable)
{
  return g_strdup_printf ("%u %s", component, variable);
}

static void
judge_ports (LsCanvas *self, const LsComponent *component, GPtrArray *ports)
{
  for (guint i = 0; i < ports->len; i++)
    {
      const LsVariable *variable = g_ptr_array_index (ports, i);
      gboolean start = component->id == self->wire.component
                       && g_str_equal (variable->name, self->wire.variable);
      LsMark mark = start                                     ? LS_MARK_NONE
                    : can_end (self, component->id, variable) ? LS_MARK_FITS
                                                              : LS_MARK_FADED;

      g_hash_table_insert (self->wire.verdicts, port_key (component->id, variable->name),
                           GUINT_TO_POINTER (mark));
    }
}

/* Checks each port once, at the start of the wire, so that drawing needs lookups only. */
static void
judge_all (LsCanvas *self)
{
  LsModel *model = ls_canvas_get_model (self);

  self->wire.verdicts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);
      if (component->subsystem != ls_canvas_get_system (self))
        continue;
      g_autoptr (GPtrArray) inputs = ls_model_list_side (model, component, TRUE);
      g_autoptr (GPtrArray) outputs = ls_model_list_side (model, component, FALSE);

      judge_ports (self, component, inputs);
      judge_ports (self, component, outputs);
    }
}

LsMark
ls_canvas_wire_get_mark (LsCanvas *self, guint component, const char *variable)
{
  g_autofree char *key = port_key (component, variable);

  g_return_val_if_fail (LS_IS_CANVAS (self), LS_MARK_NONE);
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->wire.verdicts, key));
}

static void
say_start (LsCanvas *self)
{
  const LsComponent *component
      = ls_model_find_component (ls_canvas_get_model (self), self->wire.component);
  const LsVariable *start = ls_component_find_port (component, self->wire.variable);
  g_autofree char *hint
      = g_strdup_printf (start != NULL && ls_variable_is_terminal (start)
                             ? _ ("From %s.%s: choose a terminal, Esc cancels")
                         : self->wire.is_output ? _ ("From %s.%s: choose an input, Esc cancels")
                                                : _ ("To %s.%s: choose an output, Esc cancels"),
                         component->name, self->wire.variable);

  ls_canvas_set_hint (self, hint);
}

/* Starts at the output that is connected to a connector. Returns: whether there is one */
static gboolean
start_at_connector (LsCanvas *self, guint item, const LsVariable *variable)
{
  LsWire *wire = &self->wire;
  gboolean source
      = ((item & LS_ITEM_CONNECTOR) != 0) == (variable->causality == LS_CAUSALITY_INPUT);

  if (source)
    wire->through = ls_canvas_find_origin (self, item, variable->name);
  if (wire->through == NULL)
    {
      ls_canvas_set_hint (self, source ? _ ("This connector has no source yet")
                                       : _ ("Draw the wire from an output to this connector"));
      return FALSE;
    }
  wire->component = wire->through->component;
  wire->variable = g_strdup (wire->through->variable);
  wire->is_output = TRUE;
  return TRUE;
}

void
ls_canvas_wire_start (LsCanvas *self,
                      guint component,
                      const LsVariable *variable,
                      gboolean by_keyboard)
{
  g_return_if_fail (LS_IS_CANVAS (self) && variable != NULL);

  LsWire *wire = &self->wire;
  LsPoint tip = { 0, 0 };

  ls_canvas_wire_clear (wire);
  if (!LS_ITEM_IS_COMPONENT (component) && !start_at_connector (self, component, variable))
    return;
  wire->active = TRUE;
  wire->by_keyboard = by_keyboard;
  wire->shown = component;
  wire->shown_port = g_strdup (variable->name);
  if (LS_ITEM_IS_COMPONENT (component))
    {
      wire->component = component;
      wire->variable = g_strdup (variable->name);
      wire->is_output = ls_variable_is_source (variable);
    }
  ls_diagram_get_port (self->diagram, component, variable->name, &tip, NULL, NULL);
  wire->x = tip.x;
  wire->y = tip.y;
  judge_all (self);
  say_start (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* What the rules of two terminals let a wire leave out is said before it is connected. */
static char *
describe_terminals (const LsComponent *near,
                    const LsVariable *start,
                    const LsComponent *far,
                    const LsVariable *end)
{
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) pairs = ls_model_match_terminals (near, start, far, end, left_out, NULL);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, _ ("Connect %s.%s with %s.%s"), near->name, start->name, far->name,
                          end->name);
  if (pairs != NULL)
    g_string_append_printf (text, " (%u)", pairs->len);
  for (guint i = 0; i < left_out->len; i++)
    g_string_append_printf (text, "; %s", (char *)left_out->pdata[i]);
  return g_string_free (text, FALSE);
}

static void
say_verdict (LsCanvas *self, const LsHit *target)
{
  LsModel *model = ls_canvas_get_model (self);
  LsWire *wire = &self->wire;
  const LsComponent *near = ls_model_find_component (model, wire->component);
  const LsComponent *far = ls_model_find_component (model, target->component);
  g_autoptr (GError) error = NULL;
  g_autofree char *hint = NULL;

  wire->valid = check (self, wire, target->component, target->variable->name, &error);
  if (!wire->valid && ls_canvas_can_choose_element (self, wire, target))
    {
      wire->valid = TRUE;
      hint = ls_canvas_describe_choice (self, wire, target);
    }
  else if (!wire->valid)
    hint = g_strdup (error != NULL ? error->message : _ ("Incompatible ports"));
  else if (ls_variable_is_terminal (target->variable))
    hint = describe_terminals (near, ls_component_find_port (near, wire->variable), far,
                               target->variable);
  else if (wire->is_output)
    hint = g_strdup_printf (_ ("Connect %s.%s to %s.%s"), near->name, wire->variable, far->name,
                            target->variable->name);
  else
    hint = g_strdup_printf (_ ("Connect %s.%s to %s.%s"), far->name, target->variable->name,
                            near->name, wire->variable);
  ls_canvas_set_hint (self, hint);
}

static void
say_system (LsCanvas *self, const LsHit *target)
{
  LsModel *model = ls_canvas_get_model (self);
  guint id = target->component & LS_ITEM_SUBSYSTEM ? LS_ITEM_ID (target->component)
                                                   : ls_canvas_get_system (self);
  g_autofree char *path = ls_model_get_subsystem_path (model, id);
  const char *port = target->variable != NULL ? target->variable->name : NULL;
  g_autofree char *hint = NULL;

  if (port != NULL)
    hint = g_strdup_printf (_ ("Connect %s.%s with %s.%s"),
                            ls_model_find_component (model, self->wire.component)->name,
                            self->wire.variable, path, port);
  else
    hint = g_strdup_printf (
        self->wire.is_output ? _ ("Choose an input in %s") : _ ("Choose an output in %s"), path);
  ls_canvas_set_hint (self, hint);
}

void
ls_canvas_wire_move (LsCanvas *self, double x, double y, const LsHit *target)
{
  g_return_if_fail (LS_IS_CANVAS (self) && target != NULL);

  LsWire *wire = &self->wire;
  gboolean on_start = target->kind == LS_HIT_PORT && target->component == wire->component
                      && g_str_equal (target->variable->name, wire->variable);
  gboolean on_port = target->kind == LS_HIT_PORT && !on_start;
  gboolean on_system = (target->kind == LS_HIT_SYSTEM || target->kind == LS_HIT_CONNECTOR)
                       && target->component != wire->shown;
  LsPoint tip;

  wire->x = x;
  wire->y = y;
  if (on_port
      && ls_diagram_get_port (self->diagram, target->component, target->variable->name, &tip, NULL,
                              NULL))
    {
      wire->x = tip.x;
      wire->y = tip.y;
    }
  if (!on_port || !ls_canvas_hit_equal (&wire->target, target))
    {
      wire->valid = on_system;
      if (on_port)
        say_verdict (self, target);
      else if (on_system)
        say_system (self, target);
      else
        say_start (self);
    }
  if (on_port || on_system)
    wire->target = *target;
  else
    memset (&wire->target, 0, sizeof wire->target);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ls_canvas_wire_finish (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  LsWire wire = self->wire;
  const char *variable = wire.target.kind == LS_HIT_PORT ? wire.target.variable->name : NULL;
  gboolean inside = wire.target.kind == LS_HIT_SYSTEM || wire.target.kind == LS_HIT_CONNECTOR;
  guint id = 0;
  g_autoptr (GError) error = NULL;

  /* Clear the wire before the document emits "changed". */
  memset (&self->wire, 0, sizeof self->wire);
  if (inside)
    {
      ls_canvas_wire_cancel (self);
      ls_canvas_choose_inside (self, &wire, &wire.target);
      ls_canvas_wire_clear (&wire);
      return;
    }
  if (variable != NULL && !check (self, &wire, wire.target.component, variable, NULL)
      && ls_canvas_can_choose_element (self, &wire, &wire.target))
    {
      ls_canvas_wire_cancel (self);
      ls_canvas_choose_element (self, &wire, &wire.target);
      ls_canvas_wire_clear (&wire);
      return;
    }
  if (variable != NULL && wire.through != NULL)
    id = ls_document_connect_through (self->document, wire.component, wire.variable, wire.through,
                                      wire.target.component, variable, NULL, &error);
  else if (variable != NULL && wire.is_output)
    id = ls_document_connect (self->document, wire.component, wire.variable, wire.target.component,
                              variable, &error);
  else if (variable != NULL)
    id = ls_document_connect (self->document, wire.target.component, variable, wire.component,
                              wire.variable, &error);
  ls_canvas_wire_clear (&wire);
  ls_canvas_wire_cancel (self);
  if (id != 0)
    ls_canvas_select_connection (self, id, FALSE);
  else if (error != NULL)
    {
      /* Shown below the diagram: a bar above it would move the diagram under the pointer. */
      g_autofree char *hint = g_strdup_printf (_ ("Not connected: %s"), error->message);

      ls_canvas_set_hint (self, hint);
    }
}
