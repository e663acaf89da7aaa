/* Attributes of an XML element, read with messages that say whose they are. */
#pragma once

#include "core/base/xml.h"
#include "core/fmi/description.h"
#include "core/fmi/finding.h"

/**
 * LsPlace:
 * @node: the element
 * @what: what it describes, untranslated noun for messages ("variable", "unit")
 * @name: (nullable): its name
 *
 * Where a reader is. Messages read "file:line: variable “x”: …".
 */
typedef struct
{
  const xmlNode *node;
  const char    *what;
  const char    *name;
} LsPlace;

/* Sets %LS_ERROR_FORMAT with file, line and name. */
void ls_place_set_error (const LsPlace *self, GError **error, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* Readers of one attribute. When it is absent they return %TRUE and leave @value as it is;
 * @present (nullable) tells. %FALSE: the text is not of the type, @error says so. */
gboolean ls_place_get_real (const LsPlace *self, const char *attribute, double *value,
                            gboolean *present, GError **error);
gboolean ls_place_get_integer (const LsPlace *self, const char *attribute, gint64 minimum,
                               gint64 maximum, gint64 *value, gboolean *present, GError **error);
gboolean ls_place_get_boolean (const LsPlace *self, const char *attribute, gboolean *value,
                               gboolean *present, GError **error);
/* @choices: @n names; @value: index of the one given */
gboolean ls_place_get_choice (const LsPlace *self, const char *attribute,
                              const char *const choices[], guint n, guint *value,
                              gboolean *present, GError **error);
/* Returns: (transfer full): the text, or %NULL with an error when the attribute is absent. */
char    *ls_place_require (const LsPlace *self, const char *attribute, GError **error);

/* Returns: (transfer full): the element as XML text. */
char    *ls_place_dump (const LsPlace *self);

/* Adds a finding to the remarks of @description. */
void ls_place_remark (const LsPlace *self, LsDescription *description, LsFindingLevel level,
                      const char *rule, const char *format, ...) G_GNUC_PRINTF (5, 6);
/* xs:double, with INF and NaN. Returns: whether @text is one. */
gboolean ls_text_to_real (const char *text, double *value);
/* xs:int and the like. */
gboolean ls_text_to_integer (const char *text, gint64 minimum, gint64 maximum, gint64 *value);
/* "true", "false", "1", "0" */
gboolean ls_text_to_boolean (const char *text, gboolean *value);
