#include "app/base/result-table.h"

#include "app/base/widgets.h"
#include "core/base/language.h"

GtkWidget *
ls_result_table_new (
    const char *const titles[], guint n, const char *name, int height, GtkWidget **view)
{
  g_return_val_if_fail (titles != NULL && n > 0 && view != NULL, NULL);

  GtkWidget *scrolled = gtk_scrolled_window_new (NULL, NULL);
  g_autofree GType *types = g_new (GType, n);
  g_autoptr (GtkListStore) rows = NULL;

  for (guint i = 0; i < n; i++)
    types[i] = G_TYPE_STRING;
  rows = gtk_list_store_newv ((int)n, types);
  *view = gtk_tree_view_new_with_model (GTK_TREE_MODEL (rows));
  ls_widget_set_accessible_name (*view, name);
  for (guint i = 0; i < n; i++)
    gtk_tree_view_insert_column_with_attributes (
        GTK_TREE_VIEW (*view), -1, titles[i], gtk_cell_renderer_text_new (), "text", (int)i, NULL);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scrolled), height);
  gtk_container_add (GTK_CONTAINER (scrolled), *view);
  return scrolled;
}

void
ls_result_table_show (GtkWidget *view, const LsTable *table)
{
  g_return_if_fail (GTK_IS_TREE_VIEW (view));

  GtkListStore *rows = GTK_LIST_STORE (gtk_tree_view_get_model (GTK_TREE_VIEW (view)));

  gtk_list_store_clear (rows);
  for (guint row = 1; table != NULL && row < table->n_rows; row++)
    {
      GtkTreeIter iter;

      gtk_list_store_append (rows, &iter);
      for (guint i = 0; i < table->n_columns; i++)
        {
          g_autofree char *cell
              = ls_text_raise_exponents (table->cells[row * table->n_columns + i]);

          gtk_list_store_set (rows, &iter, (int)i, cell, -1);
        }
    }
}
