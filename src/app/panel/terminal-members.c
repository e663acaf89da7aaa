#include "app/panel/terminal-members.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/base/report.h"
#include "app/base/widgets.h"
#include "core/model/terminal-wires.h"

/* @pairs: (nullable): LsPair, what can be connected from component @from to @to; the rows, in order
 */
struct _LsTerminalMembers
{
  GtkListBox parent_instance;
  LsDocument *document; /* (nullable) */
  guint from, to;
  GArray *pairs;
  gboolean updating;
};

G_DEFINE_TYPE (LsTerminalMembers, ls_terminal_members, GTK_TYPE_LIST_BOX)

static guint chosen_signal;

static LsModel *
get_model (LsTerminalMembers *self)
{
  return ls_document_get_model (self->document);
}

/* Returns: (nullable): the connection of the pair. */
static const LsConnection *
find_connection (LsTerminalMembers *self, guint index)
{
  const LsPair *pair = &g_array_index (self->pairs, LsPair, index);

  if (!ls_model_has_pair (get_model (self), self->from, self->to, pair))
    return NULL;
  return ls_model_find_source (get_model (self), pair->back ? self->from : self->to,
                               pair->input->name);
}

static char *
describe_pair (LsTerminalMembers *self, const LsPair *pair)
{
  LsModel *model = get_model (self);
  const LsComponent *from = ls_model_find_component (model, self->from);
  const LsComponent *to = ls_model_find_component (model, self->to);

  return g_strdup_printf ("%s.%s → %s.%s", (pair->back ? to : from)->name, pair->output->name,
                          (pair->back ? from : to)->name, pair->input->name);
}

/* Adds connections between the terminals that are not among the matching pairs. */
static void
add_others (LsTerminalMembers *self, guint id)
{
  LsModel *model = get_model (self);
  g_autoptr (GArray) wire = ls_model_list_wire (model, id);

  for (guint i = 0; i < wire->len; i++)
    {
      const LsConnection *connection
          = ls_model_find_connection (model, g_array_index (wire, guint, i));
      const LsPair pair
          = { ls_component_find_variable (ls_model_find_component (model, connection->from),
                                          connection->output),
              ls_component_find_variable (ls_model_find_component (model, connection->to),
                                          connection->input),
              connection->from != self->from, FALSE };
      gboolean is_known = FALSE;

      for (guint k = 0; k < self->pairs->len && !is_known; k++)
        {
          const LsPair *other = &g_array_index (self->pairs, LsPair, k);

          is_known = other->output == pair.output && other->input == pair.input
                     && other->back == pair.back;
        }
      if (!is_known)
        g_array_append_val (self->pairs, pair);
    }
}

static const LsVariable *
find_terminal (const LsComponent *component, const char *member)
{
  return ls_component_get_port (component, ls_component_find_variable (component, member));
}

/* The order of the pairs is the same for all connections of the wire. */
static void
list_pairs (LsTerminalMembers *self, const LsConnection *connection)
{
  LsModel *model = get_model (self);
  const gboolean turned = connection->from > connection->to;
  const LsComponent *from, *to;

  self->from = turned ? connection->to : connection->from;
  self->to = turned ? connection->from : connection->to;
  from = ls_model_find_component (model, self->from);
  to = ls_model_find_component (model, self->to);
  self->pairs = ls_model_match_terminals (
      from, find_terminal (from, turned ? connection->input : connection->output), to,
      find_terminal (to, turned ? connection->output : connection->input), NULL, NULL);
  if (self->pairs == NULL)
    self->pairs = g_array_new (FALSE, FALSE, sizeof (LsPair));
  add_others (self, connection->id);
}

static void
toggled_cb (LsTerminalMembers *self, GtkToggleButton *check)
{
  GtkListBoxRow *row
      = GTK_LIST_BOX_ROW (gtk_widget_get_ancestor (GTK_WIDGET (check), GTK_TYPE_LIST_BOX_ROW));
  const guint index = (guint)gtk_list_box_row_get_index (row);
  const LsConnection *connection;
  g_autoptr (GError) error = NULL;

  if (self->updating || index >= self->pairs->len)
    return;
  connection = find_connection (self, index);
  if (connection != NULL)
    ls_document_disconnect (self->document, connection->id);
  else if (ls_document_connect_pair (self->document, self->from, self->to,
                                     &g_array_index (self->pairs, LsPair, index), &error)
           == 0)
    {
      self->updating = TRUE;
      gtk_toggle_button_set_active (check, FALSE);
      self->updating = FALSE;
      ls_report_problem (GTK_WIDGET (self), _ ("The member was not connected"), error->message);
    }
}

static void
add_row (LsTerminalMembers *self, guint index)
{
  g_autofree char *name = describe_pair (self, &g_array_index (self->pairs, LsPair, index));
  GtkWidget *check = gtk_check_button_new_with_label (name);
  GtkWidget *label = gtk_bin_get_child (GTK_BIN (check));

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_tooltip_text (check, name);
  ls_widget_set_accessible_name (check, name);
  g_signal_connect_swapped (check, "toggled", G_CALLBACK (toggled_cb), self);
  gtk_widget_show (check);
  gtk_list_box_insert (GTK_LIST_BOX (self), check, -1);
}

/* Whether the rows show these pairs already, so that the focus can stay. */
static gboolean
have_rows (LsTerminalMembers *self)
{
  for (guint i = 0; i <= self->pairs->len; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self), (int)i);
      g_autofree char *name = NULL;

      if (i == self->pairs->len || row == NULL)
        return (i == self->pairs->len) == (row == NULL);
      name = describe_pair (self, &g_array_index (self->pairs, LsPair, i));
      if (!g_str_equal (gtk_button_get_label (GTK_BUTTON (gtk_bin_get_child (GTK_BIN (row)))),
                        name))
        return FALSE;
    }
  return TRUE;
}

void
ls_terminal_members_show (LsTerminalMembers *self, LsDocument *document, guint id)
{
  const LsConnection *connection;

  g_return_if_fail (LS_IS_TERMINAL_MEMBERS (self) && LS_IS_DOCUMENT (document));
  g_set_object (&self->document, document);
  connection = ls_model_find_connection (get_model (self), id);
  g_return_if_fail (connection != NULL);
  self->updating = TRUE;
  g_clear_pointer (&self->pairs, g_array_unref);
  list_pairs (self, connection);
  if (!have_rows (self))
    {
      ls_container_clear (GTK_WIDGET (self));
      for (guint i = 0; i < self->pairs->len; i++)
        add_row (self, i);
    }
  for (guint i = 0; i < self->pairs->len; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self), (int)i);
      const LsConnection *present = find_connection (self, i);

      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (gtk_bin_get_child (GTK_BIN (row))),
                                    present != NULL);
      if (present == connection)
        gtk_list_box_select_row (GTK_LIST_BOX (self), row);
    }
  self->updating = FALSE;
}

static void
row_selected_cb (LsTerminalMembers *self, GtkListBoxRow *row)
{
  const LsConnection *connection;

  if (self->updating || row == NULL || self->pairs == NULL)
    return;
  connection = find_connection (self, (guint)gtk_list_box_row_get_index (row));
  if (connection != NULL)
    g_signal_emit (self, chosen_signal, 0, connection->id);
}

static void
ls_terminal_members_finalize (GObject *object)
{
  LsTerminalMembers *self = LS_TERMINAL_MEMBERS (object);

  g_clear_pointer (&self->pairs, g_array_unref);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (ls_terminal_members_parent_class)->finalize (object);
}

static void
ls_terminal_members_class_init (LsTerminalMembersClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_terminal_members_finalize;
  chosen_signal = g_signal_new ("chosen", LS_TYPE_TERMINAL_MEMBERS, G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
ls_terminal_members_init (LsTerminalMembers *self)
{
  ls_widget_set_accessible_name (GTK_WIDGET (self), _ ("Members of the terminals"));
  g_signal_connect_swapped (self, "row-selected", G_CALLBACK (row_selected_cb), self);
}

GtkWidget *
ls_terminal_members_new (void)
{
  return g_object_new (LS_TYPE_TERMINAL_MEMBERS, NULL);
}
