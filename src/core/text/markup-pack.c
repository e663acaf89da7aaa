/* GVariant checks offsets and UTF-8; what the kinds of blocks need is checked here. */
#include "core/text/markup-pack.h"

#include "core/text/markup-impl.h"

#define SPAN "(usmsu)"
#define BLOCK "(uuumsmsma" SPAN "maa" SPAN "umab)"
#define MARKUP "(a(uss)a" BLOCK "a(us))"

#define ALL_STYLES ((guint)LS_SPAN_SUPERSCRIPT * 2 - 1)

/* ---- Writing ---------------------------------------------------------------------------- */

/* A character that was cut by the markup around it is no text. */
static GVariant *
pack_text (const char *text)
{
  return g_variant_new_take_string (g_utf8_make_valid (text, -1));
}

static GVariant *
pack_optional (const char *text)
{
  return g_variant_new_maybe (G_VARIANT_TYPE_STRING, text != NULL ? pack_text (text) : NULL);
}

static GVariant *
pack_spans (const GPtrArray *spans)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" SPAN));
  for (guint i = 0; i < spans->len; i++)
    {
      const LsMarkupSpan *span = g_ptr_array_index (spans, i);

      g_variant_builder_add (&builder, "(u@s@msu)", span->style, pack_text (span->text),
                             pack_optional (span->target), span->line);
    }
  return g_variant_builder_end (&builder);
}

static GVariant *
pack_cells (const GPtrArray *cells)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("aa" SPAN));
  for (guint i = 0; i < cells->len; i++)
    g_variant_builder_add_value (&builder, pack_spans (g_ptr_array_index (cells, i)));
  return g_variant_builder_end (&builder);
}

static GVariant *
pack_right (const LsMarkupBlock *block)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("ab"));
  for (guint i = 0; i < block->n_columns; i++)
    g_variant_builder_add (&builder, "b", block->right[i]);
  return g_variant_builder_end (&builder);
}

static GVariant *
pack_block (const LsMarkupBlock *block)
{
  GVariant *spans = block->spans != NULL ? pack_spans (block->spans) : NULL;
  GVariant *cells = block->cells != NULL ? pack_cells (block->cells) : NULL;
  GVariant *right = block->right != NULL ? pack_right (block) : NULL;

  return g_variant_new ("(uuu@ms@ms@ma" SPAN "@maa" SPAN "u@mab)", block->kind, block->line,
                        block->level, pack_optional (block->text), pack_optional (block->info),
                        g_variant_new_maybe (G_VARIANT_TYPE ("a" SPAN), spans),
                        g_variant_new_maybe (G_VARIANT_TYPE ("aa" SPAN), cells), block->n_columns,
                        g_variant_new_maybe (G_VARIANT_TYPE ("ab"), right));
}

GBytes *
ls_markup_pack (const LsMarkup *markup)
{
  GVariantBuilder fields, blocks, problems;
  g_autoptr (GVariant) all = NULL;

  g_return_val_if_fail (markup != NULL, NULL);
  g_variant_builder_init (&fields, G_VARIANT_TYPE ("a(uss)"));
  g_variant_builder_init (&blocks, G_VARIANT_TYPE ("a" BLOCK));
  g_variant_builder_init (&problems, G_VARIANT_TYPE ("a(us)"));
  for (guint i = 0; i < markup->fields->len; i++)
    {
      const LsMarkupField *field = g_ptr_array_index (markup->fields, i);

      g_variant_builder_add (&fields, "(u@s@s)", field->line, pack_text (field->name),
                             pack_text (field->value));
    }
  for (guint i = 0; i < markup->blocks->len; i++)
    g_variant_builder_add_value (&blocks, pack_block (g_ptr_array_index (markup->blocks, i)));
  for (guint i = 0; i < markup->problems->len; i++)
    {
      const LsMarkupProblem *problem = g_ptr_array_index (markup->problems, i);

      g_variant_builder_add (&problems, "(u@s)", problem->line, pack_text (problem->text));
    }
  all = g_variant_ref_sink (g_variant_new ("(a(uss)a" BLOCK "a(us))", &fields, &blocks, &problems));
  return g_variant_get_data_as_bytes (all);
}

/* ---- Reading ---------------------------------------------------------------------------- */

/* @value: (transfer full) */
static GPtrArray *
unpack_spans (GVariant *value, gboolean *good)
{
  GPtrArray *spans = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_markup_span_free);
  const char *text, *target;
  GVariantIter iter;
  guint style, line;

  g_variant_iter_init (&iter, value);
  while (g_variant_iter_next (&iter, "(u&sm&su)", &style, &text, &target, &line))
    {
      LsMarkupSpan *span = g_new0 (LsMarkupSpan, 1);

      span->style = style;
      span->text = g_strdup (text);
      span->target = g_strdup (target);
      span->line = line;
      g_ptr_array_add (spans, span);
      *good = *good && (style & ~ALL_STYLES) == 0;
    }
  g_variant_unref (value);
  return spans;
}

/* @value: (transfer full) */
static GPtrArray *
unpack_cells (GVariant *value, gboolean *good)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  GVariant *cell;
  GVariantIter iter;

  g_variant_iter_init (&iter, value);
  while ((cell = g_variant_iter_next_value (&iter)) != NULL)
    g_ptr_array_add (cells, unpack_spans (cell, good));
  g_variant_unref (value);
  return cells;
}

/* @value: (transfer full): of @n elements */
static gboolean *
unpack_right (GVariant *value, guint n, gboolean *good)
{
  gboolean *right = NULL;

  *good = *good && g_variant_n_children (value) == n;
  if (*good)
    right = g_new0 (gboolean, n + 1);
  for (guint i = 0; *good && i < n; i++)
    g_variant_get_child (value, i, "b", &right[i]);
  g_variant_unref (value);
  return right;
}

/* That its kind has what those who show it rely on. */
static gboolean
check_block (const LsMarkupBlock *block)
{
  switch (block->kind)
    {
    case LS_MARKUP_HEADING:
    case LS_MARKUP_PARAGRAPH:
    case LS_MARKUP_QUOTE:
    case LS_MARKUP_FORMULA:
      return block->spans != NULL;
    case LS_MARKUP_ITEM:
      return block->spans != NULL && block->text != NULL;
    case LS_MARKUP_CODE:
    case LS_MARKUP_PICTURE:
      return block->text != NULL && block->info != NULL;
    case LS_MARKUP_TABLE:
      return block->cells != NULL && block->right != NULL && block->n_columns > 0
             && block->cells->len % block->n_columns == 0;
    case LS_MARKUP_RULE:
      return TRUE;
    }
  return FALSE;
}

/* @value: (transfer full) */
static gboolean
unpack_block (LsMarkup *self, GVariant *value)
{
  LsMarkupBlock *block = ls_markup_add_block (self);
  GVariant *spans, *cells, *right;
  const char *text, *info;
  gboolean good = TRUE;
  guint kind;

  g_variant_get (value, "(uuum&sm&sm@a" SPAN "m@aa" SPAN "um@ab)", &kind, &block->line,
                 &block->level, &text, &info, &spans, &cells, &block->n_columns, &right);
  block->kind = (LsMarkupKind)MIN (kind, LS_MARKUP_RULE);
  block->text = g_strdup (text);
  block->info = g_strdup (info);
  block->spans = spans != NULL ? unpack_spans (spans, &good) : NULL;
  block->cells = cells != NULL ? unpack_cells (cells, &good) : NULL;
  block->right = right != NULL ? unpack_right (right, block->n_columns, &good) : NULL;
  g_variant_unref (value);
  return good && kind <= LS_MARKUP_RULE && block->level <= LS_MARKUP_MAX_LEVEL
         && check_block (block);
}

static gboolean
unpack_blocks (LsMarkup *self, GVariantIter *blocks)
{
  GVariant *block;

  while ((block = g_variant_iter_next_value (blocks)) != NULL)
    if (!unpack_block (self, block))
      return FALSE;
  return TRUE;
}

LsMarkup *
ls_markup_unpack (GBytes *bytes)
{
  g_autoptr (GVariant) all = NULL;
  g_autoptr (GVariantIter) fields = NULL, blocks = NULL, problems = NULL;
  g_autoptr (LsMarkup) self = NULL;
  const char *name, *value;
  guint line;

  g_return_val_if_fail (bytes != NULL, NULL);
  all = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (MARKUP), bytes, FALSE));
  if (!g_variant_is_normal_form (all))
    return NULL;
  self = ls_markup_new ();
  g_variant_get (all, MARKUP, &fields, &blocks, &problems);
  while (g_variant_iter_next (fields, "(u&s&s)", &line, &name, &value))
    ls_markup_add_field (self, line, name, value);
  while (g_variant_iter_next (problems, "(u&s)", &line, &value))
    ls_markup_take_problem (self, line, g_strdup (value));
  return unpack_blocks (self, blocks) ? g_steal_pointer (&self) : NULL;
}
