/* Operations that an implementation of a change provides. */
#pragma once

#include "app/document/change.h"

typedef struct
{
  /* Mandatory. For apply() @model is in the state for which the change was made, for revert() in
   * the state after apply(). */
  void (*apply) (LsChange *self, LsModel *model);
  void (*revert) (LsChange *self, LsModel *model);
  /* Optional. Like ls_change_merge(); @next has the same class. */
  gboolean (*merge) (LsChange *self, const LsChange *next);
  /* Mandatory. Frees the fields of the implementation, not @self. */
  void (*clear) (LsChange *self);
} LsChangeClass;

/* First member of every implementation's struct. */
struct LsChange
{
  const LsChangeClass *klass;
  char *name;
  LsEditScope parts;
  guint component;
};

/* Returns a zeroed struct of @size bytes with the common fields filled in. */
gpointer ls_change_alloc (
    gsize size, const LsChangeClass *klass, const char *name, LsEditScope parts, guint component);
