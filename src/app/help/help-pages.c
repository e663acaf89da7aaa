#include "app/help/help-pages.h"

#include <string.h>

#include "core/lesson/lesson.h"

static void
page_free (gpointer data)
{
  LsHelpPage *self = data;

  g_free (self->name);
  g_free (self->title);
  ls_markup_free (self->markup);
  g_clear_pointer (&self->anchors, g_ptr_array_unref);
  g_free (self);
}

static void
section_free (gpointer data)
{
  LsHelpSection *self = data;

  g_free (self->heading);
  g_free (self->text);
  g_free (self);
}

static char *
find_title (const LsMarkup *markup, const char *name)
{
  for (guint i = 0; i < markup->blocks->len; i++)
    {
      const LsMarkupBlock *block = markup->blocks->pdata[i];

      if (block->kind == LS_MARKUP_HEADING)
        return ls_markup_get_text (block->spans);
    }
  return g_strdup (name);
}

static gboolean
has_page (const GPtrArray *pages, const char *name)
{
  for (guint i = 0; i < pages->len; i++)
    if (g_str_equal (((LsHelpPage *)pages->pdata[i])->name, name))
      return TRUE;
  return FALSE;
}

/* (element-type char *): headings of level 2 */
static GPtrArray *
list_headings (const LsMarkup *markup)
{
  GPtrArray *headings = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < markup->blocks->len; i++)
    {
      const LsMarkupBlock *block = markup->blocks->pdata[i];

      if (block->kind == LS_MARKUP_HEADING && block->level == 2)
        g_ptr_array_add (headings, ls_markup_get_text (block->spans));
    }
  return headings;
}

/* Links use "while-it-runs" for the heading "While it runs". */
static gboolean
is_same (const char *heading, const char *wanted)
{
  g_autofree char *a = g_utf8_casefold (heading, -1);
  g_autofree char *b = g_utf8_casefold (wanted, -1);

  return g_str_equal (g_strdelimit (a, " ", '-'), g_strdelimit (b, " ", '-'));
}

char *
ls_help_page_find_heading (const LsHelpPage *self, const char *heading)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_autoptr (GPtrArray) own = list_headings (self->markup);

  for (guint i = 0; self->anchors != NULL && i < MIN (self->anchors->len, own->len); i++)
    if (is_same (g_ptr_array_index (self->anchors, i), heading))
      return g_strdup (g_ptr_array_index (own, i));
  return g_strdup (heading);
}

static void
read_page (GPtrArray *pages, const char *folder, const char *file)
{
  g_autofree char *original = g_build_filename (folder, file, NULL);
  g_autofree char *path = ls_lesson_find_version (original, g_get_language_names ());
  g_autoptr (LsMarkup) markup = ls_markup_read_own (path, NULL);
  LsHelpPage *page;

  if (markup == NULL)
    return;
  page = g_new0 (LsHelpPage, 1);
  page->name = g_strndup (file, strlen (file) - strlen (".md"));
  page->title = find_title (markup, page->name);
  page->markup = g_steal_pointer (&markup);
  page->translated = !g_str_equal (path, original);
  if (page->translated && (markup = ls_markup_read_own (original, NULL)) != NULL)
    page->anchors = list_headings (markup);
  g_ptr_array_add (pages, page);
}

/* Reads linked pages that have not been read yet. */
static void
read_linked (GPtrArray *pages, const char *folder, const LsMarkup *markup)
{
  for (guint i = 0; i < markup->blocks->len; i++)
    {
      const LsMarkupBlock *block = markup->blocks->pdata[i];

      for (guint k = 0; block->spans != NULL && k < block->spans->len; k++)
        {
          const char *target = ((LsMarkupSpan *)block->spans->pdata[k])->target;
          g_autofree char *name = NULL;

          if (target == NULL || !g_str_has_suffix (target, ".md") || strchr (target, '/') != NULL)
            continue;
          name = g_strndup (target, strlen (target) - strlen (".md"));
          if (!has_page (pages, name))
            read_page (pages, folder, target);
        }
    }
}

GPtrArray *
ls_help_read_pages (const char *folder)
{
  GPtrArray *pages = g_ptr_array_new_with_free_func (page_free);

  g_return_val_if_fail (folder != NULL, NULL);
  g_autofree char *path = g_build_filename (folder, "index.md", NULL);
  g_autoptr (LsMarkup) original = ls_markup_read_own (path, NULL);

  read_page (pages, folder, "index.md");
  /* Use the links of the original: an outdated translation may have fewer. */
  if (pages->len > 0 && original != NULL)
    read_linked (pages, folder, original);
  return pages;
}

static void
append_text (GString *text, const LsMarkupBlock *block)
{
  if (block->spans != NULL)
    {
      g_autofree char *words = ls_markup_get_text (block->spans);

      g_string_append_printf (text, "%s\n", words);
    }
  for (guint i = 0; block->cells != NULL && i < block->cells->len; i++)
    {
      g_autofree char *words = ls_markup_get_text (block->cells->pdata[i]);

      g_string_append_printf (text, "%s\n", words);
    }
  if (block->kind == LS_MARKUP_CODE)
    g_string_append_printf (text, "%s\n", block->text);
}

static void
take_section (GPtrArray *sections, const LsHelpPage *page, char *heading, GString *text)
{
  LsHelpSection *section = g_new0 (LsHelpSection, 1);

  section->page = page;
  section->heading = heading;
  section->text = g_utf8_casefold (text->str, -1);
  g_string_truncate (text, 0);
  g_ptr_array_add (sections, section);
}

GPtrArray *
ls_help_list_sections (const GPtrArray *pages)
{
  GPtrArray *sections = g_ptr_array_new_with_free_func (section_free);
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (pages != NULL, NULL);
  for (guint i = 0; i < pages->len; i++)
    {
      const LsHelpPage *page = pages->pdata[i];
      char *heading = NULL;

      for (guint k = 0; k < page->markup->blocks->len; k++)
        {
          const LsMarkupBlock *block = page->markup->blocks->pdata[k];

          if (block->kind == LS_MARKUP_HEADING && block->level == 2)
            {
              take_section (sections, page, heading, text);
              heading = ls_markup_get_text (block->spans);
            }
          append_text (text, block);
        }
      take_section (sections, page, heading, text);
    }
  return sections;
}

gboolean
ls_help_section_fits (const LsHelpSection *self, const char *words)
{
  g_autofree char *folded = g_utf8_casefold (words, -1);
  g_auto (GStrv) parts = g_strsplit_set (folded, " \t", -1);

  g_return_val_if_fail (self != NULL, FALSE);
  for (guint i = 0; parts[i] != NULL; i++)
    if (strstr (self->text, parts[i]) == NULL)
      return FALSE;
  return TRUE;
}
