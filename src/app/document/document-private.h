/* Shared by document.c (edits) and document-file.c (its file). */
#pragma once

#include <sys/stat.h>
#include "app/document/document.h"

struct _LsDocument
{
  GObject parent_instance;
  LsModel *model;
  GPtrArray *undo, *redo; /* LsChange */
  LsChange *group;        /* (nullable): open group */
  int saved;              /* length of @undo when saved; -1: that state is lost */
  int saving;             /* length of @undo in the copy being written; -1: as @saved */
  LsModel *saving_model;  /* (nullable): model whose copy is being written; not a reference */
  gint64 last_time;       /* of the last edit, monotonic, µs */
  gboolean holding;       /* notifications are held back */
  LsEditScope held;       /* scopes of the held notification */

  char *path;  /* (nullable) */
  char *title; /* (nullable) */
  GFileMonitor *monitor;
  guint monitor_id;  /* timeout that checks the file after a quiet period */
  struct stat stamp; /* of the file as last read, written or checked */
};

void ls_document_emit_changed (LsDocument *self, LsEditScope parts, guint component);
/* Batches notifications; intermediate states stay hidden. */
void ls_document_hold (LsDocument *self);
void ls_document_release (LsDocument *self);
void ls_document_emit_state (LsDocument *self);
void ls_document_emit_file_changed (LsDocument *self);
/* Applies @change, adds it to the open group or the undo stack, and notifies. (transfer full) */
void ls_document_push (LsDocument *self, LsChange *change);
/* Likewise for a change that is already applied. */
void ls_document_push_applied (LsDocument *self, LsChange *change);
/* Removes signals that no longer exist from the experiment. */
void ls_document_forget_signals (LsDocument *self);
/* As ls_model_set_bond(), without grouping. */
void ls_document_set_flow (LsDocument *self, guint effort, guint flow);
/* Removes a component with its connections. */
void ls_document_remove_component (LsDocument *self, guint id);
void ls_document_remove_subsystem (LsDocument *self, guint id);
/* Replaces the model and clears the undo stack. (transfer full) */
void ls_document_take_model (LsDocument *self, LsModel *model);
void ls_document_forget_file (LsDocument *self);
