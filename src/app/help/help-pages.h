/* The pages of the help, and what stands in them. */
#pragma once

#include "core/text/markup.h"

/**
 * LsHelpPage:
 * @name: of the file, without ".md"
 * @title: its first heading
 * @anchors: (nullable): of a page in another language: headings of the English one, which links
 * name, as many and in the same order
 * @translated: it is in the language of the locale
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
 * @heading: of the second level; %NULL for the beginning of the page
 * @text: all that stands in it, without case, to search in
 */
typedef struct
{
  const LsHelpPage *page;
  char *heading, *text;
} LsHelpSection;

/**
 * ls_help_read_pages:
 * @folder: with "index.md", whose links say which pages there are and their order
 *
 * In the language of the locale where there is a page in it, NAME.de.md beside NAME.md.
 *
 * Returns: (transfer full): element-type LsHelpPage; pages that cannot be read are left out
 */
GPtrArray *ls_help_read_pages (const char *folder);
/* Returns: (transfer full): element-type LsHelpSection, in the order of @pages, which must outlive
 * them */
GPtrArray *ls_help_list_sections (const GPtrArray *pages);
/* Returns: (transfer full) (nullable): the heading of @self that a link to @heading means. */
char *ls_help_page_find_heading (const LsHelpPage *self, const char *heading);
/* Whether every word of @words is in the section, whatever the case. */
gboolean ls_help_section_fits (const LsHelpSection *self, const char *words);
