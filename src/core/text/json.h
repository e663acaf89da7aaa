/* JSON text, written in order. The core has no JSON library (GObject), and only writing is needed. */
#pragma once

#include <glib.h>

typedef struct LsJson LsJson;

LsJson *ls_json_new (void);
void ls_json_free (LsJson *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsJson, ls_json_free)

/* Begin a value that ls_json_end() ends. @name: of the member of an object; %NULL in arrays and for
 * the whole document */
void ls_json_begin_object (LsJson *self, const char *name);
void ls_json_begin_array (LsJson *self, const char *name);
void ls_json_end (LsJson *self);

/* Add values, with @name as above. %NULL texts and nonfinite numbers, which JSON does not support,
 * become null; invalid UTF-8 is replaced. */
void ls_json_add_text (LsJson *self, const char *name, const char *text);
void ls_json_add_real (LsJson *self, const char *name, double value);
void ls_json_add_integer (LsJson *self, const char *name, gint64 value);
void ls_json_add_boolean (LsJson *self, const char *name, gboolean value);

/* Returns: (transfer full): the document, all values of which have ended, with a trailing newline. */
char *ls_json_to_text (const LsJson *self);
