#include "core/text/markup.h"
#include <glib/gstdio.h>
#include <string.h>
#include "core/base/reader.h"
#include "core/base/status.h"
#include "core/text/markup-pack.h"

static const LsMarkupBlock *
block (const LsMarkup *markup, guint index, LsMarkupKind kind)
{
  const LsMarkupBlock *found;

  g_assert_cmpuint (index, <, markup->blocks->len);
  found = g_ptr_array_index (markup->blocks, index);
  g_assert_cmpint (found->kind, ==, kind);
  return found;
}

static const LsMarkupSpan *
span (const GPtrArray *spans, guint index)
{
  g_assert_cmpuint (index, <, spans->len);
  return g_ptr_array_index (spans, index);
}

static void
assert_span (const GPtrArray *spans, guint index, const char *text, guint style, const char *target)
{
  const LsMarkupSpan *found = span (spans, index);

  g_assert_cmpstr (found->text, ==, text);
  g_assert_cmpuint (found->style, ==, style);
  g_assert_cmpstr (found->target, ==, target);
}

static void
assert_problem (const char *text, guint line, const char *part)
{
  g_autoptr (LsMarkup) markup = ls_markup_parse (text);
  const LsMarkupProblem *problem;

  g_assert_cmpuint (markup->problems->len, ==, 1);
  problem = g_ptr_array_index (markup->problems, 0);
  g_assert_cmpuint (problem->line, ==, line);
  g_assert_nonnull (strstr (problem->text, part));
}

static void
test_blocks (void)
{
  g_autoptr (LsMarkup) markup = ls_markup_parse ("# One *page*\n"
                                                 "first line\nsecond line\n"
                                                 "\n"
                                                 "- a\n  goes on\n  - b\n2. c\n"
                                                 "> said\n> so\n"
                                                 "```button Go on\nopen x\n\nrun\n```\n"
                                                 "---\n"
                                                 "![A picture](a b.png)\n"
                                                 "$$ x_1 = y^{n+1} $$\n");
  const LsMarkupBlock *b = block (markup, 0, LS_MARKUP_HEADING);
  g_autofree char *paragraph = NULL;

  g_assert_cmpuint (markup->problems->len, ==, 0);
  g_assert_cmpuint (b->level, ==, 1);
  assert_span (b->spans, 0, "One ", 0, NULL);
  assert_span (b->spans, 1, "page", LS_SPAN_EMPHASIS, NULL);
  b = block (markup, 1, LS_MARKUP_PARAGRAPH);
  paragraph = ls_markup_get_text (b->spans);
  g_assert_cmpstr (paragraph, ==, "first line second line");
  b = block (markup, 2, LS_MARKUP_ITEM);
  assert_span (b->spans, 0, "a goes on", 0, NULL);
  g_assert_cmpstr (b->text, ==, "•");
  g_assert_cmpuint (block (markup, 3, LS_MARKUP_ITEM)->level, ==, 1);
  g_assert_cmpstr (block (markup, 4, LS_MARKUP_ITEM)->text, ==, "2.");
  assert_span (block (markup, 5, LS_MARKUP_QUOTE)->spans, 0, "said so", 0, NULL);
  b = block (markup, 6, LS_MARKUP_CODE);
  g_assert_cmpstr (b->info, ==, "button Go on");
  g_assert_cmpstr (b->text, ==, "open x\n\nrun");
  g_assert_cmpuint (b->line, ==, 11);
  block (markup, 7, LS_MARKUP_RULE);
  b = block (markup, 8, LS_MARKUP_PICTURE);
  g_assert_cmpstr (b->text, ==, "A picture");
  g_assert_cmpstr (b->info, ==, "a b.png");
  b = block (markup, 9, LS_MARKUP_FORMULA);
  assert_span (b->spans, 0, "x", LS_SPAN_FORMULA, NULL);
  assert_span (b->spans, 1, "1", LS_SPAN_FORMULA | LS_SPAN_SUBSCRIPT, NULL);
  assert_span (b->spans, 3, "n+1", LS_SPAN_FORMULA | LS_SPAN_SUPERSCRIPT, NULL);
}

/* Code that shows code: what is inside has fewer backticks. */
static void
test_fences (void)
{
  g_autoptr (LsMarkup) markup = ls_markup_parse ("````\n```button Go\nrun\n```\n````\nafter\n"
                                                 "```\n``` x\n```\n");

  g_assert_cmpuint (markup->problems->len, ==, 0);
  g_assert_cmpuint (markup->blocks->len, ==, 3);
  g_assert_cmpstr (block (markup, 0, LS_MARKUP_CODE)->text, ==, "```button Go\nrun\n```");
  block (markup, 1, LS_MARKUP_PARAGRAPH);
  g_assert_cmpstr (block (markup, 2, LS_MARKUP_CODE)->text, ==, "``` x");
}

static void
test_spans (void)
{
  g_autoptr (LsMarkup) markup
      = ls_markup_parse ("a **b *c*** `d*e` \\*f [g **h**](i.md)\nnext [j](k l) 2 * 3 $α_i$ 5 $");
  const GPtrArray *spans = block (markup, 0, LS_MARKUP_PARAGRAPH)->spans;

  assert_span (spans, 0, "a ", 0, NULL);
  assert_span (spans, 1, "b ", LS_SPAN_STRONG, NULL);
  assert_span (spans, 2, "c", LS_SPAN_STRONG | LS_SPAN_EMPHASIS, NULL);
  assert_span (spans, 4, "d*e", LS_SPAN_CODE, NULL);
  assert_span (spans, 5, " *f ", 0, NULL);
  assert_span (spans, 6, "g ", 0, "i.md");
  assert_span (spans, 7, "h", LS_SPAN_STRONG, "i.md");
  assert_span (spans, 9, "j", 0, "k l");
  g_assert_cmpuint (span (spans, 9)->line, ==, 2);
  assert_span (spans, 10, " 2 * 3 ", 0, NULL);
  assert_span (spans, 11, "α", LS_SPAN_FORMULA, NULL);
  assert_span (spans, 12, "i", LS_SPAN_FORMULA | LS_SPAN_SUBSCRIPT, NULL);
  assert_span (spans, 13, " 5 $", 0, NULL);
}

static void
test_table (void)
{
  g_autoptr (LsMarkup) markup
      = ls_markup_parse ("| method | error |\n| --- | ---: |\n| `a|b` | 1.2 |\n| c \\| d | |\n");
  const LsMarkupBlock *b = block (markup, 0, LS_MARKUP_TABLE);

  g_assert_cmpuint (markup->problems->len, ==, 0);
  g_assert_cmpuint (b->n_columns, ==, 2);
  g_assert_cmpuint (b->cells->len, ==, 6);
  g_assert_false (b->right[0]);
  g_assert_true (b->right[1]);
  assert_span (g_ptr_array_index (b->cells, 2), 0, "a|b", LS_SPAN_CODE, NULL);
  assert_span (g_ptr_array_index (b->cells, 4), 0, "c | d", 0, NULL);
  g_assert_cmpuint (((GPtrArray *)g_ptr_array_index (b->cells, 5))->len, ==, 0);
}

static void
test_header (void)
{
  g_autoptr (LsMarkup) markup = ls_markup_parse ("---\ntitle: A: b\nmodel: m.ssp\n---\n# x\n");
  const LsMarkupField *field = g_ptr_array_index (markup->fields, 1);

  g_assert_cmpstr (ls_markup_get_field (markup, "title"), ==, "A: b");
  g_assert_cmpuint (field->line, ==, 3);
  g_assert_null (ls_markup_get_field (markup, "author"));
  g_assert_cmpuint (block (markup, 0, LS_MARKUP_HEADING)->line, ==, 5);
}

static void
test_problems (void)
{
  assert_problem ("fine\n\n```\nnever ended", 3, "```");
  assert_problem ("one\ntwo `x", 2, "`");
  assert_problem ("one **two", 1, "**");
  assert_problem ("a [](b)", 1, "link");
  assert_problem ("---\ntitle: x\n", 1, "---");
  assert_problem ("---\ntitle\n---\n", 2, "name: value");
  assert_problem ("| a |\n| b |", 1, "| --- |");
  assert_problem ("| a | b |\n| --- | --- |\n| c |", 3, "1 cells");
  assert_problem ("![](x)", 1, "picture");
  assert_problem ("x\n\n$$ a", 3, "$$");
}

/* Nothing that is typed makes it fail, and what is plain comes back as it is. */
static void
test_any (void)
{
  static const char *const pieces[] = { "*", "**", "`",  "[",  "](", ")", "$",   "\\", "_", "^{",
                                        "|", "\n", "> ", "- ", "a",  "é", "---", "#",  " " };

  for (guint k = 0; k < 4000; k++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      LsMarkup *markup;

      for (int i = g_test_rand_int_range (0, 30); i > 0; i--)
        g_string_append (text, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
      markup = ls_markup_parse (text->str);
      for (guint i = 0; i < markup->blocks->len; i++)
        {
          const LsMarkupBlock *b = g_ptr_array_index (markup->blocks, i);
          g_autofree char *plain = ls_markup_get_text (b->spans);

          g_assert_true (g_utf8_validate (plain, -1, NULL));
        }
      ls_markup_free (markup);
    }
}

static void
test_file (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "lockstep-test-markup.md", NULL);

  g_assert_null (ls_markup_read ("/nowhere/x.md", &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
  g_clear_error (&error);
  g_assert_true (g_file_set_contents (path, "a\xff", 2, NULL));
  g_assert_null (ls_markup_read (path, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FORMAT);
  g_remove (path);
}

/* What the help begins it ends, in every language. */
static void
test_help (void)
{
  const char *folder = g_getenv ("LOCKSTEP_HELP");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  g_assert_nonnull (dir);
  for (const char *name = g_dir_read_name (dir); name != NULL; name = g_dir_read_name (dir))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (LsMarkup) markup
          = g_str_has_suffix (name, ".md") ? ls_markup_read (path, NULL) : NULL;

      if (markup == NULL)
        continue;
      n++;
      for (guint i = 0; i < markup->problems->len; i++)
        {
          const LsMarkupProblem *problem = g_ptr_array_index (markup->problems, i);

          g_test_message ("%s:%u: %s", name, problem->line, problem->text);
          g_test_fail ();
        }
    }
  g_assert_cmpuint (n, >, 50);
}

static const char everything[]
    = "---\ntitle: It\n---\n# Head *x*\n\nText `code` [a](b) $x_1$\n- item\n                "
      "                          - deep\n> quote\n```button Go\nrun\n```\n![p](f.png)\n$$ y "
      "$$\n---\n"
      "| a | b |\n| --- | ---: |\n| 1 | **2** |\n```\n";

static void
same_markup (const LsMarkup *one, const LsMarkup *other)
{
  g_autoptr (GBytes) a = ls_markup_pack (one), b = ls_markup_pack (other);

  g_assert_true (g_bytes_equal (a, b));
}

/* Read by another process it is the same, down to the refusals. */
static void
test_contained (void)
{
  const char *folder = g_getenv ("LOCKSTEP_HELP");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autofree char *missing = g_build_filename (folder, "no-such.md", NULL);
  g_autoptr (GError) error = NULL;
  const char *name;

  ls_reader_set_contained (TRUE);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (LsMarkup) own = NULL, contained = NULL;

      if (!g_str_has_suffix (name, ".md"))
        continue;
      own = ls_markup_read_own (path, &error);
      g_assert_no_error (error);
      contained = ls_markup_read (path, &error);
      g_assert_no_error (error);
      same_markup (own, contained);
    }
  g_assert_null (ls_markup_read (missing, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, "no-such.md"));
  ls_reader_set_contained (FALSE);
}

/* Each byte of a packed text changed in turn: what is accepted can be packed again, and is the
 * same then. */
static void
test_hostile_pack (void)
{
  g_autoptr (LsMarkup) markup = ls_markup_parse (everything);
  g_autoptr (GBytes) packed = ls_markup_pack (markup);
  g_autoptr (LsMarkup) same = ls_markup_unpack (packed);
  const gsize size = g_bytes_get_size (packed);
  guint n_refused = 0;

  same_markup (markup, same);
  for (gsize at = 0; at < size; at++)
    for (guint change = 0; change < 4; change++)
      {
        g_autofree guint8 *bytes = g_memdup2 (g_bytes_get_data (packed, NULL), size);
        const guint8 values[] = { 0, 0xff, bytes[at] ^ 1, bytes[at] + 1 };
        g_autoptr (GBytes) changed = NULL, again = NULL;
        g_autoptr (LsMarkup) read = NULL, repeated = NULL;

        bytes[at] = values[change];
        changed = g_bytes_new (bytes, size);
        read = ls_markup_unpack (changed);
        if (read == NULL)
          {
            n_refused++;
            continue;
          }
        again = ls_markup_pack (read);
        repeated = ls_markup_unpack (again);
        g_assert_nonnull (repeated);
        same_markup (read, repeated);
      }
  g_test_message ("%u of %zu refused", n_refused, 4 * size);
  g_assert_cmpuint (n_refused, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/markup/contained", test_contained);
  g_test_add_func ("/markup/hostile-pack", test_hostile_pack);
  g_test_add_func ("/markup/blocks", test_blocks);
  g_test_add_func ("/markup/fences", test_fences);
  g_test_add_func ("/markup/help", test_help);
  g_test_add_func ("/markup/spans", test_spans);
  g_test_add_func ("/markup/table", test_table);
  g_test_add_func ("/markup/header", test_header);
  g_test_add_func ("/markup/problems", test_problems);
  g_test_add_func ("/markup/any", test_any);
  g_test_add_func ("/markup/file", test_file);
  return g_test_run ();
}
