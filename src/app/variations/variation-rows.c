#include "app/variations/variation-rows.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include "app/base/widgets.h"
#include "core/base/language.h"
#include "core/base/number.h"

#define DIGITS 6
/* Of columns, px. */
#define WIDTH 110
#define MAX_WIDTH 300

/* Columns other than parameters and measures. */
enum
{
  NUMBER = -1,
  STATE = -2
};

struct _LsVariationRows
{
  GtkTreeView parent_instance;
  LsVariation *variation;    /* (nullable) */
  GtkListStore *store;       /* row of the sample, uint */
  GtkTreeViewColumn *sorted; /* (nullable) */
  gboolean filling;
};

G_DEFINE_TYPE (LsVariationRows, ls_variation_rows, GTK_TYPE_TREE_VIEW)

static guint chosen_signal;

/* @column: parameters, then measures */
static double
get_value (const LsVariation *self, guint row, int column)
{
  const guint k = self->parameters->len;

  if (column == NUMBER)
    return row;
  if (column == STATE)
    return self->states[row];
  return (guint)column < k ? ls_sample_get_row (self->sample, row)[column]
                           : self->results[(gsize)row * self->measures->len + (guint)column - k];
}

static char *
make_text (const LsVariation *self, guint row, int column)
{
  char text[LS_NUMBER_SIZE];
  double value;

  if (column == NUMBER)
    return g_strdup_printf ("%u", row);
  if (column == STATE)
    switch (self->states[row])
      {
      case LS_ROW_DONE:
        return g_strdup (_ ("done"));
      case LS_ROW_FAILED:
        return g_strdup_printf (_ ("failed: %s"), self->messages[row]);
      default:
        return g_strdup ("");
      }
  value = get_value (self, row, column);
  return g_strdup (isfinite (value) ? ls_number_display (value, DIGITS, text) : "");
}

static void
cell_cb (GtkTreeViewColumn *column,
         GtkCellRenderer *renderer,
         GtkTreeModel *model,
         GtkTreeIter *iter,
         gpointer user_data)
{
  LsVariationRows *self = user_data;
  const int index = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), "index"));
  g_autofree char *text = NULL;
  guint row;

  if (self->variation == NULL)
    return;
  gtk_tree_model_get (model, iter, 0, &row, -1);
  text = make_text (self->variation, row, index);
  g_object_set (renderer, "text", text, NULL);
}

/* ---- Sorting ------------------------------------------------------------------------------ */

typedef struct
{
  const LsVariation *variation;
  int column;
  int sign;
} Order;

/* Without a value last. */
static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Order *order = user_data;
  const guint i = *(const guint *)a, k = *(const guint *)b;
  const double x = get_value (order->variation, i, order->column);
  const double y = get_value (order->variation, k, order->column);

  if (isnan (x) || isnan (y) || x == y)
    return isnan (x) != isnan (y) ? (isnan (x) ? 1 : -1) : (i > k) - (i < k);
  return order->sign * ((x > y) - (x < y));
}

static void
fill (LsVariationRows *self)
{
  const LsVariation *variation = self->variation;
  const guint n = variation != NULL ? variation->sample->n_rows : 0;
  g_autofree guint *rows = g_new (guint, n);
  const int chosen = ls_variation_rows_get_chosen (self);

  for (guint i = 0; i < n; i++)
    rows[i] = i;
  if (self->sorted != NULL && n > 0)
    {
      Order order
          = { variation, GPOINTER_TO_INT (g_object_get_data (G_OBJECT (self->sorted), "index")),
              gtk_tree_view_column_get_sort_order (self->sorted) == GTK_SORT_ASCENDING ? 1 : -1 };

      g_qsort_with_data (rows, (int)n, sizeof *rows, compare_rows, &order);
    }
  self->filling = TRUE;
  g_object_ref (self->store);
  gtk_tree_view_set_model (GTK_TREE_VIEW (self), NULL);
  gtk_list_store_clear (self->store);
  for (guint i = 0; i < n; i++)
    gtk_list_store_insert_with_values (self->store, NULL, -1, 0, rows[i], -1);
  gtk_tree_view_set_model (GTK_TREE_VIEW (self), GTK_TREE_MODEL (self->store));
  g_object_unref (self->store);
  self->filling = FALSE;
  ls_variation_rows_choose (self, chosen);
}

static void
heading_cb (LsVariationRows *self, GtkTreeViewColumn *column)
{
  const gboolean again = self->sorted == column;

  if (self->sorted != NULL)
    gtk_tree_view_column_set_sort_indicator (self->sorted, FALSE);
  gtk_tree_view_column_set_sort_order (
      column, again && gtk_tree_view_column_get_sort_order (column) == GTK_SORT_ASCENDING
                  ? GTK_SORT_DESCENDING
                  : GTK_SORT_ASCENDING);
  gtk_tree_view_column_set_sort_indicator (column, TRUE);
  self->sorted = column;
  fill (self);
}

/* ---- Columns ------------------------------------------------------------------------------ */

/* Wide enough for its title, within reason. */
static void
fit_title (GtkTreeViewColumn *column, int least)
{
  int natural;

  gtk_widget_get_preferred_width (gtk_tree_view_column_get_button (column), NULL, &natural);
  gtk_tree_view_column_set_fixed_width (column, CLAMP (natural, least, MAX_WIDTH));
}

static void
add_column (LsVariationRows *self, const char *title, int index)
{
  GtkCellRenderer *renderer = gtk_cell_renderer_text_new ();
  GtkTreeViewColumn *column = gtk_tree_view_column_new ();

  g_object_set (renderer, "xalign", index == STATE ? 0.0 : 1.0, "ellipsize", PANGO_ELLIPSIZE_END,
                NULL);
  ls_column_set_title (column, title);
  gtk_tree_view_column_pack_start (column, renderer, TRUE);
  gtk_tree_view_column_set_cell_data_func (column, renderer, cell_cb, self, NULL);
  gtk_tree_view_column_set_sizing (column, GTK_TREE_VIEW_COLUMN_FIXED);
  gtk_tree_view_column_set_resizable (column, TRUE);
  gtk_tree_view_column_set_clickable (column, TRUE);
  gtk_tree_view_column_set_expand (column, index == STATE);
  g_object_set_data (G_OBJECT (column), "index", GINT_TO_POINTER (index));
  g_signal_connect_swapped (column, "clicked", G_CALLBACK (heading_cb), self);
  gtk_tree_view_append_column (GTK_TREE_VIEW (self), column);
  fit_title (column, index == NUMBER ? WIDTH / 2 : WIDTH);
}

static void
make_columns (LsVariationRows *self)
{
  const LsVariation *variation = self->variation;
  GtkTreeViewColumn *column;

  self->sorted = NULL;
  while ((column = gtk_tree_view_get_column (GTK_TREE_VIEW (self), 0)) != NULL)
    gtk_tree_view_remove_column (GTK_TREE_VIEW (self), column);
  if (variation == NULL)
    return;
  add_column (self, _ ("Run"), NUMBER);
  for (guint i = 0; i < variation->parameters->len; i++)
    add_column (self, ((const LsVaried *)variation->parameters->pdata[i])->name, (int)i);
  for (guint i = 0; i < variation->measures->len; i++)
    add_column (self, ((const LsRunMeasure *)variation->measures->pdata[i])->name,
                (int)(variation->parameters->len + i));
  add_column (self, _ ("State"), STATE);
}

void
ls_variation_rows_show (LsVariationRows *self, LsVariation *variation)
{
  g_return_if_fail (LS_IS_VARIATION_ROWS (self));

  self->variation = NULL;
  self->filling = TRUE;
  gtk_list_store_clear (self->store);
  self->filling = FALSE;
  self->variation = variation;
  make_columns (self);
  fill (self);
}

void
ls_variation_rows_update (LsVariationRows *self)
{
  g_return_if_fail (LS_IS_VARIATION_ROWS (self));

  if (self->sorted != NULL)
    fill (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- Choice ------------------------------------------------------------------------------- */

int
ls_variation_rows_get_chosen (LsVariationRows *self)
{
  g_return_val_if_fail (LS_IS_VARIATION_ROWS (self), -1);

  GtkTreeModel *model;
  GtkTreeIter iter;
  guint row;

  if (!gtk_tree_selection_get_selected (gtk_tree_view_get_selection (GTK_TREE_VIEW (self)), &model,
                                        &iter))
    return -1;
  gtk_tree_model_get (model, &iter, 0, &row, -1);
  return (int)row;
}

void
ls_variation_rows_choose (LsVariationRows *self, int row)
{
  g_return_if_fail (LS_IS_VARIATION_ROWS (self));

  GtkTreeModel *model = GTK_TREE_MODEL (self->store);
  GtkTreeIter iter;

  for (gboolean more = row >= 0 && gtk_tree_model_get_iter_first (model, &iter); more;
       more = gtk_tree_model_iter_next (model, &iter))
    {
      g_autoptr (GtkTreePath) path = NULL;
      guint at;

      gtk_tree_model_get (model, &iter, 0, &at, -1);
      if (at != (guint)row)
        continue;
      path = gtk_tree_model_get_path (model, &iter);
      gtk_tree_view_set_cursor (GTK_TREE_VIEW (self), path, NULL, FALSE);
      return;
    }
}

char *
ls_variation_rows_describe (const LsVariation *variation, guint row)
{
  g_return_val_if_fail (variation != NULL && row < variation->sample->n_rows, NULL);

  GString *text = g_string_new (NULL);
  char number[LS_NUMBER_SIZE];

  g_string_append_printf (text, _ ("Run %u:"), row);
  for (guint i = 0; i < variation->parameters->len; i++)
    g_string_append_printf (
        text, " %s = %s", ((const LsVaried *)variation->parameters->pdata[i])->name,
        ls_number_display (ls_sample_get_row (variation->sample, row)[i], 5, number));
  if (variation->states[row] == LS_ROW_FAILED)
    g_string_append_printf (text, "; %s", variation->messages[row]);
  for (guint i = 0; i < variation->measures->len && variation->states[row] == LS_ROW_DONE; i++)
    g_string_append_printf (
        text, "%s %s = %s", i == 0 ? ";" : ",",
        ((const LsRunMeasure *)variation->measures->pdata[i])->name,
        ls_number_display (variation->results[(gsize)row * variation->measures->len + i], 5,
                           number));
  return g_string_free (text, FALSE);
}

static void
selection_cb (LsVariationRows *self)
{
  if (!self->filling)
    g_signal_emit (self, chosen_signal, 0);
}

static void
ls_variation_rows_finalize (GObject *object)
{
  g_object_unref (LS_VARIATION_ROWS (object)->store);
  G_OBJECT_CLASS (ls_variation_rows_parent_class)->finalize (object);
}

static void
ls_variation_rows_class_init (LsVariationRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_variation_rows_finalize;
  chosen_signal = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_variation_rows_init (LsVariationRows *self)
{
  GtkTreeView *view = GTK_TREE_VIEW (self);

  self->store = gtk_list_store_new (1, G_TYPE_UINT);
  gtk_tree_view_set_model (view, GTK_TREE_MODEL (self->store));
  gtk_tree_view_set_enable_search (view, FALSE);
  g_signal_connect_object (gtk_tree_view_get_selection (view), "changed", G_CALLBACK (selection_cb),
                           self, G_CONNECT_SWAPPED);
}
