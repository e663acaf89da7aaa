/* How plots stand beside and below each other, as plain data; saved with the model. */
#pragma once

#include <glib.h>

typedef enum
{
  LS_SIDE_LEFT,
  LS_SIDE_RIGHT,
  LS_SIDE_ABOVE,
  LS_SIDE_BELOW
} LsSide;

/**
 * LsLayoutNode:
 * @view: (nullable): kind of plot, as of #LsPlotSetup; %NULL: a row or column
 * @place: number of the plot, of its own within the experiment; 0: a row or column
 * @across: whether the children stand beside each other
 * @share: of the room, compared with its siblings; greater than 0
 * @children: element-type LsLayoutNode: two or more in a row or column
 */
typedef struct
{
  char *view;
  guint place;
  gboolean across;
  double share;
  GPtrArray *children;
} LsLayoutNode;

/* @share: 1 */
LsLayoutNode *ls_layout_node_new_plot (const char *view, guint place);
/* A row or column without children. */
LsLayoutNode *ls_layout_node_new_box (gboolean across);
LsLayoutNode *ls_layout_node_copy (const LsLayoutNode *self);
void ls_layout_node_free (LsLayoutNode *self);
/* Returns: (transfer none) (nullable): the plot with that number. */
LsLayoutNode *ls_layout_node_find (LsLayoutNode *self, guint place);
/* Adds the plots to @plots (element-type LsLayoutNode, not owned), from left to right and down. */
void ls_layout_node_list (LsLayoutNode *self, GPtrArray *plots);

/**
 * LsLayout:
 * @name: on its tab
 * @root: a plot, row or column
 */
typedef struct
{
  char *name;
  LsLayoutNode *root;
} LsLayout;

/* @root: (transfer full) */
LsLayout *ls_layout_new (const char *name, LsLayoutNode *root);
LsLayout *ls_layout_copy (const LsLayout *self);
void ls_layout_free (LsLayout *self);
gboolean ls_layout_equal (const LsLayout *a, const LsLayout *b);
/* Returns: (transfer container) (element-type LsLayoutNode): the plots. */
GPtrArray *ls_layout_list_plots (const LsLayout *self);
/* Puts a plot beside another one, whose room they share. @plot: (transfer full) */
void ls_layout_insert (LsLayout *self, guint beside, LsSide side, LsLayoutNode *plot);
/* Takes a plot out of the layout. Returns: (transfer full) (nullable): %NULL for the last one, which
 * stays. */
LsLayoutNode *ls_layout_take (LsLayout *self, guint place);
/* Takes a plot from where it is to a side of another one. */
void ls_layout_move (LsLayout *self, guint place, guint beside, LsSide side);

/**
 * LsLayoutTemplate:
 * @id: "comparison"
 * @name: of the layout, marked with N_()
 * @form: rows "(a b)" and columns "[a b]" of kinds of plots
 */
typedef struct
{
  const char *id, *name, *form;
} LsLayoutTemplate;

/* Ends with an @id of %NULL. The first is the layout of models that have none. */
extern const LsLayoutTemplate ls_layout_templates[];
/* @place: number of the first plot; the others follow. */
LsLayout *ls_layout_new_from (const LsLayoutTemplate *form, guint place);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsLayoutNode, ls_layout_node_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsLayout, ls_layout_free)
