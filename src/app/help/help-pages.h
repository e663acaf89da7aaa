/* The pages of the help, and what stands in them. */
#pragma once

#include "core/base/markup.h"

/**
 * LsHelpPage:
 * @name: of the file, without ".md"
 * @title: its first heading
 */
typedef struct
{
  char *name, *title;
  LsMarkup *markup;
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
 * Returns: (transfer full): element-type LsHelpPage; pages that cannot be read are left out
 */
GPtrArray *ls_help_read_pages (const char *folder);
/* Returns: (transfer full): element-type LsHelpSection, in the order of @pages, which must outlive
 * them */
GPtrArray *ls_help_list_sections (const GPtrArray *pages);
/* Whether every word of @words is in the section, whatever the case. */
gboolean ls_help_section_fits (const LsHelpSection *self, const char *words);
