/* Shared by the files of the matrix. */
#pragma once

#include "app/panel/omega-view.h"
#include "core/model/omega-text.h"

struct _LsOmegaView
{
  GtkBox parent_instance;
  LsCanvas *canvas;
  LsDocument *document;
  LsOmega *omega;
  GtkListStore *store;               /* one column: row of Ω */
  gboolean stale;                    /* not rebuilt since the model changed */
  guint *row_groups, *column_groups; /* index of the component of each row, column */
  int hover_row, hover_column; /* of Ω, or -1: under the pointer, here or in the diagram */
  GdkRGBA text, accent;        /* of the theme */
  GtkWidget *stack, *view, *table, *copy_button, *reason_label;
  GtkWidget *unfold_button; /* active: arrays are shown by their elements */
};

/* omega-columns.c: content of rows and columns */
LsModel *ls_omega_view_get_model (LsOmegaView *self);
/* Returns: (transfer full): "left.F" */
char *ls_omega_view_get_port_name (LsOmegaView *self, const LsPort *port);
/* Whether the output feeds the input, of arrays an element. @is_whole: (out) (optional): all of it */
gboolean ls_omega_view_is_connected (LsOmegaView *self, guint row, guint column, gboolean *is_whole);
/* Whether the output of the row can be connected to the input of the column. */
gboolean ls_omega_view_check (LsOmegaView *self, guint row, guint column, GError **error);
/* Index in Ω; G_MAXUINT for a column without an input */
guint ls_omega_view_get_column (GtkTreeViewColumn *column);
guint ls_omega_view_get_row (GtkTreeModel *model, GtkTreeIter *iter);
void ls_omega_view_add_names (LsOmegaView *self);
/* @toggled_cb: swapped handler of "toggled" of its cells, with the view as data */
void ls_omega_view_add_column (LsOmegaView *self, guint index, GCallback toggled_cb);
void ls_omega_view_add_filler (LsOmegaView *self);
/* @index: in Ω, or -1 for none */
void ls_omega_view_mark_head (LsOmegaView *self, int index, gboolean mark);
