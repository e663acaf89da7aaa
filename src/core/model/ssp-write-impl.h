/* What the files that write an SSP share. */
#pragma once

#include "core/model/ssp-origin.h"
#include "core/model/ssp-xml.h"

/**
 * LsSspWriter:
 * @sources: component id -> URI of its FMU in the archive; what is missing keeps its source
 * @system: the top-level System of @doc
 * @scale: canvas units per unit of length of @doc
 */
typedef struct
{
  const LsModel *model;
  GHashTable    *sources;
  xmlDoc        *doc;
  xmlNode       *system;
  double         scale;
} LsSspWriter;

/* Returns: (transfer full): the text of the document, or %NULL with %LS_ERROR_MODEL. */
char *ls_ssp_write_document (const LsModel *model, GHashTable *sources, GError **error);

/* ssp-write-system.c: the top-level system and all in it. */
void ls_ssp_write_systems (LsSspWriter *self);
/* ssp-write-component.c */
void ls_ssp_write_geometry (LsSspWriter *self, xmlNode *node, const LsComponent *component);
void ls_ssp_write_component (LsSspWriter *self, xmlNode *elements, const LsComponent *component);
/* A length or coordinate, in the units of the document, without the noise of scaling. */
double ls_ssp_write_length (const LsSspWriter *self, double value);
/* ssp-transform.c */
/* Lets @connection do in addition what the Connection element in @xml says of factor and offset. */
void ls_ssp_add_transform (LsConnection *connection, const char *xml);
void ls_ssp_write_transform (LsSspWriter *self, xmlNode *node, const LsConnection *connection);
/* ssp-write-geometry.c */
/* @subsystem: (nullable): in which the connection stands */
void ls_ssp_write_points (const LsSspWriter *self, xmlNode *node, const GArray *points,
                          const LsSubsystem *subsystem);
void ls_ssp_write_notes (const LsSspWriter *self, xmlNode *system, guint subsystem);
/* ssp-write-types.c: the name to refer to, after the definition was added, or %NULL when there is none. */
const char *ls_ssp_write_unit (LsSspWriter *self, const LsUnit *unit);
char       *ls_ssp_write_enumeration (LsSspWriter *self, const LsDeclaredType *type);
/* ssp-write-experiment.c */
void ls_ssp_write_experiment (LsSspWriter *self);

/* Children as the schema orders them (SSP 2.0 adds the last two). */
extern const char *const ls_ssp_root_order[];
extern const char *const ls_ssp_system_order[];
extern const char *const ls_ssp_component_order[];
extern const char *const ls_ssp_connection_order[];
