#include "core/model/layout.h"

#include <glib/gi18n-lib.h>
#include <string.h>

const LsLayoutTemplate ls_layout_templates[] = {
  { "comparison", N_ ("Comparison"), "(trajectory orbit error)" },
  { "convergence", N_ ("Convergence"), "(convergence work-precision error)" },
  { "orbit", N_ ("Orbit"), "(orbit [trajectory error])" },
  { "diagnosis", N_ ("Diagnosis"), "([error difference] [steps activity])" },
  { NULL, NULL, NULL },
};

/* ---- Nodes --------------------------------------------------------------------------------- */

static LsLayoutNode *
node_new (void)
{
  LsLayoutNode *self = g_new0 (LsLayoutNode, 1);

  self->share = 1;
  self->children = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_layout_node_free);
  return self;
}

LsLayoutNode *
ls_layout_node_new_plot (const char *view, guint place)
{
  g_return_val_if_fail (view != NULL && place > 0, NULL);

  LsLayoutNode *self = node_new ();

  self->view = g_strdup (view);
  self->place = place;
  return self;
}

LsLayoutNode *
ls_layout_node_new_box (gboolean across)
{
  LsLayoutNode *self = node_new ();

  self->across = across;
  return self;
}

LsLayoutNode *
ls_layout_node_copy (const LsLayoutNode *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  LsLayoutNode *copy = node_new ();

  copy->view = g_strdup (self->view);
  copy->place = self->place;
  copy->across = self->across;
  copy->share = self->share;
  for (guint i = 0; i < self->children->len; i++)
    g_ptr_array_add (copy->children, ls_layout_node_copy (self->children->pdata[i]));
  return copy;
}

void
ls_layout_node_free (LsLayoutNode *self)
{
  if (self == NULL)
    return;
  g_free (self->view);
  g_ptr_array_unref (self->children);
  g_free (self);
}

static gboolean
nodes_equal (const LsLayoutNode *a, const LsLayoutNode *b)
{
  if (g_strcmp0 (a->view, b->view) != 0 || a->place != b->place || a->across != b->across
      || a->share != b->share || a->children->len != b->children->len)
    return FALSE;
  for (guint i = 0; i < a->children->len; i++)
    if (!nodes_equal (a->children->pdata[i], b->children->pdata[i]))
      return FALSE;
  return TRUE;
}

void
ls_layout_node_list (LsLayoutNode *self, GPtrArray *plots)
{
  g_return_if_fail (self != NULL && plots != NULL);

  if (self->view != NULL)
    g_ptr_array_add (plots, self);
  for (guint i = 0; i < self->children->len; i++)
    ls_layout_node_list (self->children->pdata[i], plots);
}

LsLayoutNode *
ls_layout_node_find (LsLayoutNode *self, guint place)
{
  g_return_val_if_fail (self != NULL && place > 0, NULL);

  LsLayoutNode *found = self->place == place ? self : NULL;

  for (guint i = 0; i < self->children->len && found == NULL; i++)
    found = ls_layout_node_find (self->children->pdata[i], place);
  return found;
}

static LsLayoutNode *
find_parent (LsLayoutNode *self, const LsLayoutNode *child)
{
  LsLayoutNode *found = g_ptr_array_find (self->children, child, NULL) ? self : NULL;

  for (guint i = 0; i < self->children->len && found == NULL; i++)
    found = find_parent (self->children->pdata[i], child);
  return found;
}

/* ---- Layouts ------------------------------------------------------------------------------- */

LsLayout *
ls_layout_new (const char *name, LsLayoutNode *root)
{
  g_return_val_if_fail (name != NULL && root != NULL, NULL);

  LsLayout *self = g_new (LsLayout, 1);

  self->name = g_strdup (name);
  self->root = root;
  return self;
}

LsLayout *
ls_layout_copy (const LsLayout *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return ls_layout_new (self->name, ls_layout_node_copy (self->root));
}

void
ls_layout_free (LsLayout *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  ls_layout_node_free (self->root);
  g_free (self);
}

gboolean
ls_layout_equal (const LsLayout *a, const LsLayout *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return strcmp (a->name, b->name) == 0 && nodes_equal (a->root, b->root);
}

GPtrArray *
ls_layout_list_plots (const LsLayout *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  GPtrArray *plots = g_ptr_array_new ();

  ls_layout_node_list (self->root, plots);
  return plots;
}

/* Replaces a node where it is; the old one is not freed. */
static void
replace (LsLayout *self, LsLayoutNode *old, LsLayoutNode *node)
{
  LsLayoutNode *parent = find_parent (self->root, old);
  guint index;

  node->share = old->share;
  if (parent != NULL && g_ptr_array_find (parent->children, old, &index))
    parent->children->pdata[index] = node;
  else
    self->root = node;
}

void
ls_layout_insert (LsLayout *self, guint beside, LsSide side, LsLayoutNode *plot)
{
  g_return_if_fail (self != NULL && plot != NULL);

  const gboolean across = side == LS_SIDE_LEFT || side == LS_SIDE_RIGHT;
  const int after = side == LS_SIDE_RIGHT || side == LS_SIDE_BELOW;
  LsLayoutNode *other = ls_layout_node_find (self->root, beside);
  LsLayoutNode *parent = other != NULL ? find_parent (self->root, other) : NULL;
  guint index;

  g_return_if_fail (other != NULL);
  if (parent != NULL && parent->across == across)
    {
      g_ptr_array_find (parent->children, other, &index);
      other->share /= 2;
      plot->share = other->share;
      g_ptr_array_insert (parent->children, (int)index + after, plot);
      return;
    }
  parent = ls_layout_node_new_box (across);
  replace (self, other, parent);
  other->share = plot->share = 1;
  g_ptr_array_add (parent->children, after ? other : plot);
  g_ptr_array_add (parent->children, after ? plot : other);
}

/* A row of one is that one, and a row in a row continues it. */
static void
simplify (LsLayout *self, LsLayoutNode *box)
{
  LsLayoutNode *only = box->children->len == 1 ? g_ptr_array_steal_index (box->children, 0) : NULL;
  LsLayoutNode *parent;
  double sum = 0;
  guint index;

  if (only == NULL)
    return;
  replace (self, box, only);
  ls_layout_node_free (box);
  parent = find_parent (self->root, only);
  if (parent == NULL || only->view != NULL || only->across != parent->across)
    return;
  g_ptr_array_find (parent->children, only, &index);
  g_ptr_array_steal_index (parent->children, index);
  for (guint i = 0; i < only->children->len; i++)
    sum += ((LsLayoutNode *)only->children->pdata[i])->share;
  while (only->children->len > 0)
    {
      LsLayoutNode *child = g_ptr_array_steal_index (only->children, only->children->len - 1);

      child->share *= only->share / sum;
      g_ptr_array_insert (parent->children, (int)index, child);
    }
  ls_layout_node_free (only);
}

LsLayoutNode *
ls_layout_take (LsLayout *self, guint place)
{
  g_return_val_if_fail (self != NULL, NULL);

  LsLayoutNode *plot = ls_layout_node_find (self->root, place);
  LsLayoutNode *parent = plot != NULL ? find_parent (self->root, plot) : NULL;
  guint index;

  if (parent == NULL)
    return NULL;
  g_ptr_array_find (parent->children, plot, &index);
  g_ptr_array_steal_index (parent->children, index);
  simplify (self, parent);
  return plot;
}

void
ls_layout_move (LsLayout *self, guint place, guint beside, LsSide side)
{
  g_return_if_fail (self != NULL);

  LsLayoutNode *plot = place != beside ? ls_layout_take (self, place) : NULL;

  if (plot != NULL)
    ls_layout_insert (self, beside, side, plot);
}

/* ---- Templates ----------------------------------------------------------------------------- */

/* @text: at the first character of a node; is moved behind it. */
static LsLayoutNode *
parse (const char **text, guint *place)
{
  const gboolean is_box = **text == '(' || **text == '[';
  LsLayoutNode *box = is_box ? ls_layout_node_new_box (**text == '(') : NULL;
  const gsize length = strcspn (*text, " ()[]");
  g_autofree char *view = g_strndup (*text, length);

  if (box == NULL)
    {
      *text += length;
      return ls_layout_node_new_plot (view, (*place)++);
    }
  for (++*text; **text != ')' && **text != ']'; *text += **text == ' ')
    g_ptr_array_add (box->children, parse (text, place));
  ++*text;
  return box;
}

LsLayout *
ls_layout_new_from (const LsLayoutTemplate *form, guint place)
{
  g_return_val_if_fail (form != NULL && form->id != NULL && place > 0, NULL);

  const char *text = form->form;

  return ls_layout_new (_ (form->name), parse (&text, &place));
}
