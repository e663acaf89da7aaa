/* Edits of a model as objects that can be applied and reverted. */
#pragma once

#include "core/model/arrange.h"
#include "core/model/model.h"

/* Parts of the model that an edit affects, so that views update these only. */
typedef enum
{
  LS_EDIT_COMPONENTS = 1 << 0, /* set of components, their names */
  LS_EDIT_GEOMETRY = 1 << 1,
  LS_EDIT_CONNECTIONS = 1 << 2,
  LS_EDIT_VALUES = 1 << 3,
  LS_EDIT_EXPERIMENT = 1 << 4,
  LS_EDIT_NOTES = 1 << 5,
  LS_EDIT_ALL = (1 << 6) - 1
} LsEditScope;

/**
 * LsChange:
 *
 * One edit, made from the state of the model just before it. It is applied and reverted alternately, each
 * time in the state for which it was made.
 */
typedef struct LsChange LsChange;

void ls_change_apply (LsChange *self, LsModel *model);
void ls_change_revert (LsChange *self, LsModel *model);
/* Merges @next, already applied, into @self when both are steps of one edit. */
gboolean ls_change_merge (LsChange *self, const LsChange *next);
void ls_change_free (LsChange *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsChange, ls_change_free)

/* Translated name for the undo entry: "Move". */
const char *ls_change_get_name (const LsChange *self);
LsEditScope ls_change_get_scope (const LsChange *self);
/* Id of the only component affected, or 0. */
guint ls_change_get_component (const LsChange *self);

/* All constructors: @model is in the state before the edit. */
LsChange *
ls_change_new_insert_component (const LsModel *model, const LsComponent *component, guint index);
/* Removes a component; its connections must be removed first. */
LsChange *ls_change_new_remove_component (const LsModel *model, guint id);
/* @verb: translated: "Move", "Rotate"; @places: of @n items (arrange.h) */
LsChange *ls_change_new_place (
    const LsModel *model, const char *verb, const guint ids[], const LsPlacement places[], guint n);
/* @points: @n manual bends; none: automatic routing */
LsChange *
ls_change_new_bends (const LsModel *model, guint connection, const LsPoint points[], guint n);
LsChange *ls_change_new_rename (const LsModel *model, guint id, const char *name);
/* @value: (nullable): %NULL for the start value of the FMU */
LsChange *
ls_change_new_value (const LsModel *model, guint id, const char *variable, const char *value);
LsChange *
ls_change_new_insert_connection (const LsModel *model, const LsConnection *connection, guint index);
LsChange *ls_change_new_remove_connection (const LsModel *model, guint id);
/* @after: (nullable): the new state of note @id, or %NULL to delete it */
LsChange *ls_change_new_note (const LsModel *model, guint id, const LsNote *after);
/* Removes a subsystem, which must be empty. */
LsChange *ls_change_new_remove_subsystem (const LsModel *model, guint id);
/* @pieces: (transfer full): connections from ls_model_copy_pieces() */
LsChange *ls_change_new_add_pieces (const LsModel *model, GPtrArray *pieces);
/* Settings of a component; see the fields of #LsComponent. */
typedef struct
{
  LsImplementation implementation;
  char **without;
  char *solver;
  char *inner_steps, *own_step;
} LsComponentSettings;
LsChange *
ls_change_new_settings (const LsModel *model, guint id, const LsComponentSettings *settings);
/* @before, @after: one connection with two different transformations, or flows of a power bond */
LsChange *ls_change_new_transformation (const LsConnection *before, const LsConnection *after);
LsChange *ls_change_new_experiment (LsModel *model, const LsExperiment *experiment);

/* Groups several changes in one. */
LsChange *ls_change_new_group (const char *name);
/* Merges @change, already applied, with the last one or appends it; (transfer full). */
void ls_change_group_add (LsChange *self, LsChange *change);
gboolean ls_change_group_is_empty (const LsChange *self);
