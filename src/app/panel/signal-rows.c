#include "app/panel/signal-rows.h"
#include <glib/gi18n-lib.h>
#include <string.h>

/* Rows per component, and found by a search; the search finds the others. */
#define MAX_ROWS 1000u
/* Models with fewer variables are shown with all of them. */
#define FEW 80u

void
ls_signal_rows_init (LsSignalRows *self)
{
  g_return_if_fail (self != NULL);

  self->recorded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->plotted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->store = gtk_tree_store_new (LS_SIGNAL_N_COLUMNS, G_TYPE_STRING, G_TYPE_STRING,
                                    G_TYPE_STRING, G_TYPE_STRING, G_TYPE_BOOLEAN, G_TYPE_BOOLEAN,
                                    G_TYPE_BOOLEAN, G_TYPE_UINT, G_TYPE_BOOLEAN);
}

void
ls_signal_rows_clear (LsSignalRows *self)
{
  g_return_if_fail (self != NULL);

  g_clear_object (&self->document);
  g_clear_object (&self->store);
  g_clear_pointer (&self->recorded, g_hash_table_unref);
  g_clear_pointer (&self->plotted, g_hash_table_unref);
}

/* Outputs first; -1: it never changes, or is no number. */
static int
get_rank (const LsVariable *variable)
{
  if (variable->type == LS_TYPE_STRING || variable->variability == LS_VARIABILITY_CONSTANT)
    return -1;
  switch (variable->causality)
    {
    case LS_CAUSALITY_OUTPUT:
      return 0;
    case LS_CAUSALITY_INPUT:
      return 1;
    case LS_CAUSALITY_LOCAL:
      return variable->variability != LS_VARIABILITY_FIXED ? 2 : -1;
    case LS_CAUSALITY_PARAMETER:
    case LS_CAUSALITY_CALCULATED_PARAMETER:
      return variable->variability == LS_VARIABILITY_TUNABLE ? 3 : -1;
    default:
      return -1;
    }
}

/* "output, Real, position of the body" */
static char *
describe (const LsVariable *variable)
{
  static const char *const names[]
      = { N_ ("Output"), N_ ("Input"), N_ ("Inner variable"), N_ ("Tunable parameter") };
  const char *kind = _ (names[get_rank (variable)]);

  return variable->description != NULL && *variable->description != '\0'
             ? g_strdup_printf ("%s, %s: %s", kind, ls_type_name (variable->type),
                                variable->description)
             : g_strdup_printf ("%s, %s", kind, ls_type_name (variable->type));
}

static gboolean
matches (const LsComponent *component, const LsVariable *variable, const char *wanted)
{
  g_autofree char *text
      = g_strconcat (component->name, ".", variable->name, " ",
                     variable->description != NULL ? variable->description : "", NULL);
  g_autofree char *folded = g_utf8_casefold (text, -1);

  return strstr (folded, wanted) != NULL;
}

static void
add_variable (LsSignalRows *self,
              GtkTreeIter *parent,
              const LsComponent *component,
              const LsVariable *variable)
{
  g_autofree char *name = g_strconcat (component->name, ".", variable->name, NULL);
  g_autofree char *about = describe (variable);
  const char *unit = g_strcmp0 (variable->unit_name, "1") != 0 ? variable->unit_name : NULL;

  gtk_tree_store_insert_with_values (
      self->store, NULL, parent, -1, LS_SIGNAL_ROW_TITLE, variable->name, LS_SIGNAL_ROW_NAME, name,
      LS_SIGNAL_ROW_UNIT, unit, LS_SIGNAL_ROW_ABOUT, about, LS_SIGNAL_ROW_RECORDED,
      g_hash_table_contains (self->recorded, name), LS_SIGNAL_ROW_PLOTTED,
      g_hash_table_contains (self->plotted, name), LS_SIGNAL_ROW_IS_SIGNAL, TRUE, -1);
}

static void
say_more (LsSignalRows *self, GtkTreeIter *parent, guint n)
{
  g_autofree char *text
      = g_strdup_printf (ngettext ("%u more: search for it", "%u more: search for them", n), n);

  if (n > 0)
    gtk_tree_store_insert_with_values (self->store, NULL, parent, -1, LS_SIGNAL_ROW_TITLE, text,
                                       -1);
}

/* Variables by rank; of those that match, if @wanted is not %NULL. */
static GPtrArray *
list_variables (const LsComponent *component, const char *wanted)
{
  GPtrArray *list = g_ptr_array_new ();
  guint n;
  const LsVariable *variables = ls_component_get_variables (component, &n);

  for (int rank = 0; rank <= 3; rank++)
    for (guint i = 0; i < n; i++)
      if (get_rank (&variables[i]) == rank
          && (wanted == NULL || matches (component, &variables[i], wanted)))
        g_ptr_array_add (list, (gpointer)&variables[i]);
  return list;
}

/* Returns: number of rows, at most @max */
static guint
add_variables (LsSignalRows *self,
               GtkTreeIter *parent,
               const LsComponent *component,
               const GPtrArray *variables,
               guint max)
{
  const guint n = MIN (variables->len, max);

  for (guint i = 0; i < n; i++)
    add_variable (self, parent, component, g_ptr_array_index (variables, i));
  say_more (self, parent, variables->len - n);
  gtk_tree_store_set (self->store, parent, LS_SIGNAL_ROW_IS_FILLED, TRUE, -1);
  return n;
}

static void
add_all_variables (LsSignalRows *self, GtkTreeIter *parent, const LsComponent *component)
{
  g_autoptr (GPtrArray) variables = list_variables (component, NULL);

  add_variables (self, parent, component, variables, MAX_ROWS);
}

/* @place: first (0) or last (-1): a row is added behind many others as slowly as they are many */
static void
add_component (LsSignalRows *self, const LsComponent *component, int place, GtkTreeIter *iter)
{
  gtk_tree_store_insert_with_values (self->store, iter, NULL, place, LS_SIGNAL_ROW_TITLE,
                                     component->name, LS_SIGNAL_ROW_COMPONENT, component->id, -1);
}

static guint
count_variables (LsModel *model)
{
  guint total = 0;

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      guint n;

      ls_component_get_variables (ls_model_get_component (model, i), &n);
      total += n;
    }
  return total;
}

/* Variables of a component become rows when it is expanded: an FMU may have a hundred thousand. */
gboolean
ls_signal_rows_fill (LsSignalRows *self)
{
  g_return_val_if_fail (self != NULL && self->document != NULL, FALSE);

  LsModel *model = ls_document_get_model (self->document);
  const gboolean few = count_variables (model) <= FEW;

  for (guint i = ls_model_get_n_components (model); i-- > 0;)
    {
      const LsComponent *component = ls_model_get_component (model, i);
      GtkTreeIter iter;

      add_component (self, component, 0, &iter);
      if (few)
        add_all_variables (self, &iter, component);
      else
        gtk_tree_store_insert_with_values (self->store, NULL, &iter, -1, LS_SIGNAL_ROW_TITLE, "",
                                           -1);
    }
  return few;
}

void
ls_signal_rows_fill_found (LsSignalRows *self, const char *wanted)
{
  g_return_if_fail (self != NULL && self->document != NULL && wanted != NULL);

  LsModel *model = ls_document_get_model (self->document);
  guint n_shown = 0, n_more = 0;

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);
      g_autoptr (GPtrArray) variables = list_variables (component, wanted);
      GtkTreeIter iter;

      if (n_shown == MAX_ROWS)
        n_more += variables->len;
      else if (variables->len > 0)
        {
          add_component (self, component, -1, &iter);
          n_shown += add_variables (self, &iter, component, variables, MAX_ROWS - n_shown);
        }
    }
  say_more (self, NULL, n_more);
}

void
ls_signal_rows_fill_component (LsSignalRows *self, GtkTreeIter *iter)
{
  g_return_if_fail (self != NULL && self->document != NULL && iter != NULL);

  const LsComponent *component;
  GtkTreeIter dummy;
  gboolean filled;
  guint id;

  gtk_tree_model_get (GTK_TREE_MODEL (self->store), iter, LS_SIGNAL_ROW_COMPONENT, &id,
                      LS_SIGNAL_ROW_IS_FILLED, &filled, -1);
  component = ls_model_find_component (ls_document_get_model (self->document), id);
  if (filled || component == NULL
      || !gtk_tree_model_iter_children (GTK_TREE_MODEL (self->store), &dummy, iter))
    return;
  add_all_variables (self, iter, component);
  gtk_tree_store_remove (self->store, &dummy);
}

static gboolean
update_cb (GtkTreeModel *model,
           G_GNUC_UNUSED GtkTreePath *path,
           GtkTreeIter *iter,
           gpointer user_data)
{
  LsSignalRows *self = user_data;
  g_autofree char *name = NULL;
  gboolean was_recorded, was_plotted, recorded, plotted;

  gtk_tree_model_get (model, iter, LS_SIGNAL_ROW_NAME, &name, LS_SIGNAL_ROW_RECORDED, &was_recorded,
                      LS_SIGNAL_ROW_PLOTTED, &was_plotted, -1);
  if (name == NULL)
    return FALSE;
  recorded = g_hash_table_contains (self->recorded, name);
  plotted = g_hash_table_contains (self->plotted, name);
  if (recorded != was_recorded || plotted != was_plotted)
    gtk_tree_store_set (self->store, iter, LS_SIGNAL_ROW_RECORDED, recorded, LS_SIGNAL_ROW_PLOTTED,
                        plotted, -1);
  return FALSE;
}

void
ls_signal_rows_update (LsSignalRows *self)
{
  g_return_if_fail (self != NULL);

  gtk_tree_model_foreach (GTK_TREE_MODEL (self->store), update_cb, self);
}

gboolean
ls_signal_rows_find (LsSignalRows *self, guint component, const char *signal, GtkTreeIter *found)
{
  g_return_val_if_fail (self != NULL && self->document != NULL && signal != NULL && found != NULL,
                        FALSE);

  GtkTreeModel *model = GTK_TREE_MODEL (self->store);
  GtkTreeIter parent;

  for (gboolean more = gtk_tree_model_get_iter_first (model, &parent); more;
       more = gtk_tree_model_iter_next (model, &parent))
    {
      guint id;

      gtk_tree_model_get (model, &parent, LS_SIGNAL_ROW_COMPONENT, &id, -1);
      if (id != component)
        continue;
      ls_signal_rows_fill_component (self, &parent);
      for (gboolean next = gtk_tree_model_iter_children (model, found, &parent); next;
           next = gtk_tree_model_iter_next (model, found))
        {
          g_autofree char *name = NULL;

          gtk_tree_model_get (model, found, LS_SIGNAL_ROW_NAME, &name, -1);
          if (g_strcmp0 (name, signal) == 0)
            return TRUE;
        }
    }
  return FALSE;
}
