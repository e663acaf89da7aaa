/* Changes of notes on the canvas and of other items that are neither components nor
 * connections. */
#include <glib/gi18n-lib.h>
#include "app/document/change-impl.h"
#include "core/model/subsystem-links.h"

/* @before, @after: (nullable): the note; %NULL if it does not exist */
typedef struct
{
  LsChange base;
  guint id, index;
  LsNote *before, *after;
} Note;

static void
note_set (LsModel *model, const Note *self, const LsNote *note)
{
  if (ls_model_find_note (model, self->id) != NULL)
    ls_model_remove_note (model, self->id);
  if (note != NULL)
    ls_model_insert_note (model, note, self->index);
}

static void
note_apply (LsChange *base, LsModel *model)
{
  note_set (model, (Note *)base, ((Note *)base)->after);
}

static void
note_revert (LsChange *base, LsModel *model)
{
  note_set (model, (Note *)base, ((Note *)base)->before);
}

static void
note_clear (LsChange *base)
{
  ls_note_free (((Note *)base)->before);
  ls_note_free (((Note *)base)->after);
}

static const LsChangeClass note_class = { note_apply, note_revert, NULL, note_clear };

LsChange *
ls_change_new_note (const LsModel *model, guint id, const LsNote *after)
{
  g_return_val_if_fail (model != NULL, NULL);

  const LsNote *before = ls_model_find_note (model, id);
  const char *name = before == NULL  ? _ ("Add note")
                     : after == NULL ? _ ("Delete note")
                                     : _ ("Edit note");
  Note *self = ls_change_alloc (sizeof *self, &note_class, name, LS_EDIT_NOTES, 0);

  self->id = id;
  self->index = ls_model_get_n_notes (model);
  for (guint i = 0; before != NULL && i < ls_model_get_n_notes (model); i++)
    if (ls_model_get_note (model, i) == before)
      self->index = i;
  self->before = before != NULL ? ls_note_copy (before) : NULL;
  self->after = after != NULL ? ls_note_copy (after) : NULL;
  return &self->base;
}

typedef struct
{
  LsChange base;
  guint id;
} Removal;

static void
removal_apply (LsChange *base, LsModel *model)
{
  ls_model_set_subsystem_removed (model, ((Removal *)base)->id, TRUE);
}

static void
removal_revert (LsChange *base, LsModel *model)
{
  ls_model_set_subsystem_removed (model, ((Removal *)base)->id, FALSE);
}

static void
removal_clear (G_GNUC_UNUSED LsChange *base)
{
}

static const LsChangeClass removal_class = { removal_apply, removal_revert, NULL, removal_clear };

LsChange *
ls_change_new_remove_subsystem (const LsModel *model, guint id)
{
  g_return_val_if_fail (model != NULL, NULL);

  g_autofree char *path = ls_model_get_subsystem_path (model, id);
  g_autofree char *name = g_strdup_printf (_ ("Delete %s"), path);
  Removal *self = ls_change_alloc (sizeof *self, &removal_class, name,
                                   LS_EDIT_COMPONENTS | LS_EDIT_GEOMETRY, 0);

  self->id = id;
  return &self->base;
}

typedef struct
{
  LsChange base;
  GPtrArray *before, *after;
} Pieces;

static void
pieces_apply (LsChange *base, LsModel *model)
{
  ls_model_set_pieces (model, ((Pieces *)base)->after);
}

static void
pieces_revert (LsChange *base, LsModel *model)
{
  ls_model_set_pieces (model, ((Pieces *)base)->before);
}

static void
pieces_clear (LsChange *base)
{
  g_ptr_array_unref (((Pieces *)base)->before);
  g_ptr_array_unref (((Pieces *)base)->after);
}

static const LsChangeClass pieces_class = { pieces_apply, pieces_revert, NULL, pieces_clear };

LsChange *
ls_change_new_add_pieces (const LsModel *model, GPtrArray *pieces)
{
  Pieces *self
      = ls_change_alloc (sizeof *self, &pieces_class, _ ("Disconnect"), LS_EDIT_CONNECTIONS, 0);

  g_return_val_if_fail (model != NULL, NULL);
  self->before = ls_model_copy_pieces (model);
  self->after = ls_model_copy_pieces (model);
  g_ptr_array_extend_and_steal (self->after, pieces);
  return &self->base;
}
