/* Notes: texts on the canvas, without effect on runs. */
#include "core/model/model-impl.h"

#include <libxml/chvalid.h>

LsNote *
ls_note_copy (const LsNote *self)
{
  LsNote *copy;

  g_return_val_if_fail (self != NULL, NULL);
  copy = g_new (LsNote, 1);
  *copy = *self;
  copy->text = g_strdup (self->text);
  return copy;
}

void
ls_note_free (LsNote *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  g_free (self);
}

guint
ls_model_get_n_notes (const LsModel *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->texts->len;
}

const LsNote *
ls_model_get_note (const LsModel *self, guint index)
{
  g_return_val_if_fail (index < self->texts->len, NULL);
  return self->texts->pdata[index];
}

/* Linear search: few models have more than a dozen notes. */
static LsNote *
find_note (const LsModel *self, guint id, guint *index)
{
  for (guint i = 0; i < self->texts->len; i++)
    {
      LsNote *note = self->texts->pdata[i];

      if (note->id != id)
        continue;
      if (index != NULL)
        *index = i;
      return note;
    }
  return NULL;
}

const LsNote *
ls_model_find_note (const LsModel *self, guint id)
{
  g_return_val_if_fail (self != NULL, NULL);
  return find_note (self, id, NULL);
}

/* Removes characters not allowed in XML and normalises line breaks. */
static char *
clean_text (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *clean = g_string_new (NULL);

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '\r')
        {
          if (p[1] != '\n')
            g_string_append_c (clean, '\n');
        }
      else if (xmlIsCharQ (c))
        g_string_append_unichar (clean, c);
    }
  return g_string_free (clean, FALSE);
}

guint
ls_model_add_note (LsModel *self,
                   guint subsystem,
                   const char *text,
                   double x,
                   double y,
                   double width,
                   double height)
{
  LsNote *note;

  g_return_val_if_fail (self != NULL && text != NULL, 0);
  note = g_new0 (LsNote, 1);
  note->id = self->next_note++;
  note->subsystem = subsystem;
  note->text = clean_text (text);
  note->x = x;
  note->y = y;
  note->width = width;
  note->height = height;
  g_ptr_array_add (self->texts, note);
  return note->id;
}

void
ls_model_insert_note (LsModel *self, const LsNote *note, guint index)
{
  g_return_if_fail (self != NULL && note != NULL && note->id != 0);
  g_return_if_fail (find_note (self, note->id, NULL) == NULL);
  g_ptr_array_insert (self->texts, (gint)MIN (index, self->texts->len), ls_note_copy (note));
  self->next_note = MAX (self->next_note, note->id + 1);
}

void
ls_model_remove_note (LsModel *self, guint id)
{
  guint index = 0;

  g_return_if_fail (find_note (self, id, &index) != NULL);
  g_ptr_array_remove_index (self->texts, index);
}

void
ls_model_place_note (LsModel *self, guint id, double x, double y, double width, double height)
{
  LsNote *note = find_note (self, id, NULL);

  g_return_if_fail (note != NULL);
  note->x = x;
  note->y = y;
  note->width = width;
  note->height = height;
}
