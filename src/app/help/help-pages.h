/* Pages of the help and their content. */
#pragma once

#include "core/text/markup.h"

/**
 * LsHelpPage:
 * @name: of the file, without ".md"
 * @title: its first heading
 * @anchors: (nullable): for a translated page: headings of the English page, which links refer to, in the
 * same order
 * @translated: whether it is in the language of the locale
 */
typedef struct
{
  char *name, *title;
  LsMarkup *markup;
  GPtrArray *anchors;
  gboolean translated;
} LsHelpPage;

/**
 * LsHelpSection:
 * @heading: of level 2; %NULL for the beginning of the page
 * @text: its text, case-folded, to search in
 */
typedef struct
{
  const LsHelpPage *page;
  char *heading, *text;
} LsHelpSection;

/**
 * ls_help_read_pages:
 * @folder: with "index.md", whose links determine the pages and their order
 *
 * Uses a page in the language of the locale if there is one: NAME.de.md beside NAME.md.
 *
 * Returns: (transfer full): element-type LsHelpPage; unreadable pages are omitted
 */
GPtrArray *ls_help_read_pages (const char *folder);
/* Returns: (transfer full): element-type LsHelpSection, in the order of @pages, which must outlive
 * them */
GPtrArray *ls_help_list_sections (const GPtrArray *pages);
/* Returns: (transfer full) (nullable): the heading of @self for a link to @heading */
char *ls_help_page_find_heading (const LsHelpPage *self, const char *heading);
/* Whether the section contains every word of @words, ignoring case. */
gboolean ls_help_section_fits (const LsHelpSection *self, const char *words);
