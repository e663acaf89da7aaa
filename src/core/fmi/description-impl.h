/* For readers of descriptions: one per FMI version. */
#pragma once

#include "core/fmi/attribute.h"
#include "core/fmi/description.h"

/* Fills @self (path, version and remarks are already set) from the root element. */
gboolean ls_description_read_fmi2 (LsDescription *self, const xmlNode *root, GError **error);

/* Likewise for FMI 1.0. */
gboolean ls_description_read_fmi1 (LsDescription *self, const xmlNode *root, GError **error);

/* Likewise for FMI 3.0; @sizes as in ls_description_read_sized(). */
gboolean ls_description_read_fmi3 (LsDescription *self, const xmlNode *root, GHashTable *sizes,
                                   GError **error);

/* Parts that versions share: description-parts.c */
guint    ls_count_children (const xmlNode *parent, const char *name);
void     ls_description_read_texts (LsDescription *self, const xmlNode *root);
/* Fills @type, whose name and line are set; @place is its element. */
typedef gboolean (*LsTypeReader) (LsDeclaredType *type, LsPlace *place, GError **error);
/* TypeDefinitions of FMI 1.0 and 2.0. @element: of a type */
gboolean ls_description_read_types (LsDescription *self, const xmlNode *root, const char *element,
                                    LsTypeReader read, GError **error);
gboolean ls_description_read_units (LsDescription *self, const xmlNode *root, GError **error);
gboolean ls_description_read_items (LsDeclaredType *self, const LsPlace *parent,
                                    const xmlNode *node, gint64 minimum, gint64 maximum,
                                    GError **error);
gboolean ls_description_read_log_categories (LsDescription *self, const xmlNode *root,
                                             GError **error);
gboolean ls_description_read_experiment (LsDescription *self, const xmlNode *root,
                                         GError **error);
gboolean ls_description_read_vendor_annotations (LsDescription *self, const xmlNode *root,
                                                 GError **error);
/* Fills in attributes of the declared type that the variable does not have. */
void     ls_variable_inherit (LsVariable *self, const LsDeclaredType *type, gboolean has_relative,
                              gboolean has_unbounded);
/* Nominal values scale norms and differences, so they have to be positive and finite. */
void     ls_variable_settle_nominal (LsDescription *description, LsVariable *self,
                                     const LsPlace *place);
/* Names of units and declared types (structs that start with their name) -> index + 1. */
GHashTable *ls_index_names (gpointer items, gsize size, guint n);
int      ls_look_up (GHashTable *table, const char *name);
/* Words of @text, separated by white space. */
guint    ls_count_words (const char *text);
char    *ls_next_word (char **text);
/* Reads the attribute dependenciesKind, whose entries correspond to @self->dependencies. */
void     ls_unknown_settle_kinds (LsDescription *description, LsUnknown *self,
                                  const LsPlace *place);
gboolean ls_description_read_fmi3_variables (LsDescription *self, const xmlNode *root,
                                             GHashTable *sizes, GError **error);
gboolean ls_description_read_fmi3_structure (LsDescription *self, const xmlNode *root,
                                             GError **error);

/* Frees the content of @self. */

/* What a version writes about a ScalarVariable besides its type. */
typedef struct
{
  gboolean (*read_head) (LsVariable *self, LsPlace *place, GError **error);
  /* After the type was read. */
  void     (*settle) (LsDescription *description, LsVariable *self, const LsPlace *place);
  gboolean may_be_absent; /* ModelVariables */
} LsScalarForm;

/* ModelVariables of FMI 1.0 and 2.0; there is room for @n_more variables after them. */
gboolean ls_description_read_scalars (LsDescription *self, const xmlNode *root,
                                      const LsScalarForm *form, guint n_more, GError **error);
/* Name, description and value reference. */
gboolean ls_scalar_read_identity (LsVariable *self, LsPlace *place, GError **error);
/* Attributes that types of all versions have; @inner: the element with the attributes. */
gboolean ls_declared_type_read (LsDeclaredType *self, const LsPlace *inner, GError **error);

/* Parts of the reader of FMI 1.0. */
gboolean ls_description_read_fmi1_variables (LsDescription *self, const xmlNode *root,
                                             GError **error);

/* Parts of the reader of FMI 2.0, to be called in this order with the root element. */
gboolean ls_description_read_fmi2_variables (LsDescription *self, const xmlNode *root,
                                             GError **error);
gboolean ls_description_read_fmi2_structure (LsDescription *self, const xmlNode *root,
                                             GError **error);
gboolean ls_description_read_fmi2_constraints (LsDescription *self, const xmlNode *root,
                                               GError **error);

/**
 * ls_initial_default:
 *
 * Returns: the default of `initial` (FMI 2.0, table of section 2.2.7). For forbidden combinations:
 * a usable value.
 */
LsInitial ls_initial_default (LsCausality causality, LsVariability variability);

/* Whether the standard allows the combination (FMI 2.0, section 2.2.7). */
gboolean ls_causality_allows (LsCausality causality, LsVariability variability);

extern const char *const ls_type_names[5];
extern const char *const ls_causality_names[6];
extern const char *const ls_variability_names[5];
extern const char *const ls_initial_names[4];
extern const char *const ls_dependency_names[5];
