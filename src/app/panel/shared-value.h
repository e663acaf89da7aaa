/* A value that one component has, or several of one FMU share: what is shown of it, and how it is set
 * for all of them. */
#pragma once

#include "app/document/document.h"

typedef struct
{
  LsDocument *document;
  guint component;            /* the first of @ids */
  GArray *ids;                /* all components that get the value, guint */
  const LsVariable *variable; /* owned by @fmu */
  LsFmu *fmu;
} LsSharedValue;

/* @ids: at least one component of the document; all have @variable */
void ls_shared_value_init (LsSharedValue *self,
                           LsDocument *document,
                           GArray *ids,
                           const LsVariable *variable);
void ls_shared_value_clear (LsSharedValue *self);
/* (nullable): the type that the variable is declared with. */
const LsDeclaredType *ls_shared_value_get_type (const LsSharedValue *self);
/* (nullable) (transfer none): of the component with an index in @ids, as the model has it. */
const char *ls_shared_value_get (const LsSharedValue *self, guint index);
/* Whether the model states it for any of the components. */
gboolean ls_shared_value_is_changed (const LsSharedValue *self);
/* Whether the components have different values. */
gboolean ls_shared_value_is_mixed (const LsSharedValue *self);
/* @value: (nullable): text of a Boolean. */
gboolean ls_shared_value_is_true (const char *value);
/* Number of the item of an enumeration: files store items by number or by name. Returns: -1: none */
int ls_shared_value_find_item (const LsSharedValue *self, const char *value);
/* Whether all components may have @value: they can have different limits. */
gboolean ls_shared_value_check (const LsSharedValue *self, const char *value, GError **error);
/* Sets the value of all components as one undo step, or of none on failure.
 * @value: (nullable): %NULL: the FMU's own */
gboolean ls_shared_value_set (const LsSharedValue *self, const char *value, GError **error);
