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
  int saved;              /* length of @undo when saved; -1: that state is gone */
  int saving;             /* length of @undo in what is being written; -1: as @saved */
  LsModel *saving_model;  /* (nullable): whose copy is being written; not a reference */
  gint64 last_time;       /* of the last edit, monotonic, µs */
  gboolean holding;       /* word of changes */
  LsEditScope held;       /* scopes of the pending notification */

  char *path;  /* (nullable) */
  char *title; /* (nullable) */
  GFileMonitor *monitor;
  guint monitor_id;  /* source that looks at the file once it is quiet */
  struct stat stamp; /* of the file as we know it */
};

void ls_document_emit_changed (LsDocument *self, LsEditScope parts, guint component);
/* What is done between is told at once: nobody is to see a component that is away for a moment. */
void ls_document_hold (LsDocument *self);
void ls_document_release (LsDocument *self);
void ls_document_emit_state (LsDocument *self);
void ls_document_emit_file_changed (LsDocument *self);
/* Applies a change and takes it into the open group or onto the stack; says so. (transfer full) */
void ls_document_push (LsDocument *self, LsChange *change);
/* The same of one that is applied already. */
void ls_document_keep (LsDocument *self, LsChange *change);
/* Takes signals that the model does not have any more out of the experiment. */
void ls_document_forget_signals (LsDocument *self);
/* With its connections. */
void ls_document_remove_component (LsDocument *self, guint id);
void ls_document_remove_subsystem (LsDocument *self, guint id);
/* Another model; forgets all undo. (transfer full) */
void ls_document_take_model (LsDocument *self, LsModel *model);
void ls_document_forget_file (LsDocument *self);
