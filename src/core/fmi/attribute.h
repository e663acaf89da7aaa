/* Attributes of XML elements; error messages name the element. */
#pragma once

#include "core/base/xml.h"
#include "core/fmi/finding.h"

/**
 * LsPlace:
 * @node: the element
 * @what: kind of the element, untranslated noun for messages ("variable", "unit")
 * @name: (nullable): its name
 *
 * Current position of a reader. Messages have the form "file:line: variable “x”: …".
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

/* Readers of one attribute. If it is absent they return %TRUE, leave @value unchanged and set
 * @present (nullable) to %FALSE. %FALSE with @error: the text is not of the type. */
gboolean ls_place_get_real (const LsPlace *self, const char *attribute, double *value,
                            gboolean *present, GError **error);
gboolean ls_place_get_integer (const LsPlace *self, const char *attribute, gint64 minimum,
                               gint64 maximum, gint64 *value, gboolean *present, GError **error);
gboolean ls_place_get_boolean (const LsPlace *self, const char *attribute, gboolean *value,
                               gboolean *present, GError **error);
/* @choices: @n names; @value: index of the given one */
gboolean ls_place_get_choice (const LsPlace *self, const char *attribute,
                              const char *const choices[], guint n, guint *value,
                              gboolean *present, GError **error);
/* Returns: (transfer full): the text, or %NULL with an error if the attribute is absent. */
char    *ls_place_require (const LsPlace *self, const char *attribute, GError **error);

/* Returns: (transfer full): the element as XML text. */
char    *ls_place_dump (const LsPlace *self);

/* Adds a finding to @remarks, of a description. */
void ls_place_remark (const LsPlace *self, GPtrArray *remarks, LsFindingLevel level,
                      const char *rule, const char *format, ...) G_GNUC_PRINTF (5, 6);
/* xs:double, with INF and NaN. Returns: whether @text is one. */
gboolean ls_text_to_real (const char *text, double *value);
/* xs:int and the like. */
gboolean ls_text_to_integer (const char *text, gint64 minimum, gint64 maximum, gint64 *value);
/* "true", "false", "1", "0" */
gboolean ls_text_to_boolean (const char *text, gboolean *value);
/* xs:hexBinary */
gboolean ls_text_is_binary (const char *text);
