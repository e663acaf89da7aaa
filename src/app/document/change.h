/* Edits of a model as objects that can be applied and taken back. */
#pragma once

#include "core/model/arrange.h"
#include "core/model/model.h"

/* What of a model an edit touches, so that views take in that alone. */
typedef enum
{
  LS_PART_COMPONENTS = 1 << 0, /* which there are, their names */
  LS_PART_GEOMETRY = 1 << 1,
  LS_PART_CONNECTIONS = 1 << 2,
  LS_PART_VALUES = 1 << 3,
  LS_PART_EXPERIMENT = 1 << 4,
  LS_PART_NOTES = 1 << 5,
  LS_PART_ALL = (1 << 6) - 1
} LsEditScope;

/**
 * LsChange:
 *
 * One edit, made from the state of the model just before it. It is applied and
 * reverted by turns, each time on the very state it was made for.
 */
typedef struct LsChange LsChange;

void ls_change_apply (LsChange *self, LsModel *model);
void ls_change_revert (LsChange *self, LsModel *model);
/* Takes @next, already applied, into @self when both are steps of one edit. */
gboolean ls_change_merge (LsChange *self, const LsChange *next);
void ls_change_free (LsChange *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsChange, ls_change_free)

/* Translated: "Move", for the undo entry. */
const char *ls_change_get_name (const LsChange *self);
LsEditScope ls_change_get_parts (const LsChange *self);
/* Id of the only component concerned, or 0. */
guint ls_change_get_component (const LsChange *self);

/* All constructors: @model is in the state before the edit. */
LsChange *
ls_change_new_insert_component (const LsModel *model, const LsComponent *component, guint index);
/* Without its connections: remove these first. */
LsChange *ls_change_new_remove_component (const LsModel *model, guint id);
/* @verb: translated: "Move", "Rotate"; @places: of @n items (arrange.h) */
LsChange *ls_change_new_place (
    const LsModel *model, const char *verb, const guint ids[], const LsPlacement places[], guint n);
/* @points: @n bends by hand; none: the program lays the wire again */
LsChange *
ls_change_new_bends (const LsModel *model, guint connection, const LsPoint points[], guint n);
LsChange *ls_change_new_rename (const LsModel *model, guint id, const char *name);
/* @value: (nullable): %NULL for the FMU's own */
LsChange *
ls_change_new_value (const LsModel *model, guint id, const char *variable, const char *value);
LsChange *
ls_change_new_insert_connection (const LsModel *model, const LsConnection *connection, guint index);
LsChange *ls_change_new_remove_connection (const LsModel *model, guint id);
/* @after: (nullable): the note called @id as it is to be, or %NULL to delete it */
LsChange *ls_change_new_note (const LsModel *model, guint id, const LsNote *after);
/* Of a subsystem that is empty by then. */
LsChange *ls_change_new_remove_subsystem (const LsModel *model, guint id);
/* @pieces: (transfer full): of connections, as ls_model_copy_pieces() */
LsChange *ls_change_new_add_pieces (const LsModel *model, GPtrArray *pieces);
/* How a component is run; as the fields of #LsComponent. */
typedef struct
{
  LsImplementation implementation;
  char **without;
  char *solver;
} LsComponentSettings;
LsChange *
ls_change_new_settings (const LsModel *model, guint id, const LsComponentSettings *settings);
/* Two states of one connection that differ in what happens to values. */
LsChange *ls_change_new_transformation (const LsConnection *before, const LsConnection *after);
LsChange *ls_change_new_experiment (LsModel *model, const LsExperiment *experiment);

/* Several as one. */
LsChange *ls_change_new_group (const char *name);
/* Merges @change, already applied, with the last one or keeps it; (transfer full). */
void ls_change_group_add (LsChange *self, LsChange *change);
gboolean ls_change_group_is_empty (const LsChange *self);
