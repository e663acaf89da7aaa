/* What an implementation of a change provides. */
#pragma once

#include "app/document/change.h"

typedef struct
{
  /* Mandatory. The model is in the state the change was made for, or the one it left. */
  void (*apply) (LsChange *self, LsModel *model);
  void (*revert) (LsChange *self, LsModel *model);
  /* Optional. As ls_change_merge(); @next is of the same class. */
  gboolean (*merge) (LsChange *self, const LsChange *next);
  /* Mandatory. Frees what the implementation added, not @self. */
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

/* A zeroed struct of @size bytes with the common part filled in. */
gpointer ls_change_alloc (
    gsize size, const LsChangeClass *klass, const char *name, LsEditScope parts, guint component);
