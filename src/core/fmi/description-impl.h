/* For readers of descriptions: one per FMI version. */
#pragma once

#include "core/fmi/attribute.h"

/* Fills @self (path, version and remarks are already set) from the root element. */
gboolean ls_description_read_fmi2 (LsDescription *self, const xmlNode *root, GError **error);

/* Frees the content of @self. */
void ls_unknowns_clear (LsUnknowns *self);

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
