/* Saved states in a helper process, and memory there for what is more than a message takes. */
#include "core/fmi/remote-call.h"

#define PIECE LS_REMOTE_TEXTS_SIZE

guint64
ls_remote_allocate (LsRemote *self, gsize size, const char *name)
{
  guint64 memory = 0;

  ls_call_begin (self, HOST_ALLOCATE, 0);
  ls_call_value (self, size + 1);
  ls_call_end (self, name);
  return ls_remote_flush (self, &memory) <= LS_REMOTE_WARNING ? memory : 0;
}

void
ls_remote_release (LsRemote *self, guint64 memory, const char *name)
{
  ls_call_begin (self, HOST_FREE, 0);
  ls_call_value (self, memory);
  ls_call_end (self, name);
  ls_remote_flush (self, NULL);
}

void
ls_remote_copy_out (LsRemote *self, guint64 memory, void *bytes, gsize size, const char *name)
{
  for (gsize at = 0; at < size && !ls_remote_is_dead (self); at += PIECE)
    {
      const gsize n = MIN (PIECE, size - at);
      gsize out;

      ls_call_begin (self, HOST_COPY, 0);
      out = ls_call_out (self, n);
      ls_call_value (self, memory + at);
      ls_call_value (self, n);
      ls_call_end (self, name);
      if (ls_remote_flush (self, NULL) <= LS_REMOTE_WARNING)
        ls_remote_read (self, out, (char *)bytes + at, n);
    }
}

void
ls_remote_copy_in (LsRemote *self, guint64 memory, const void *bytes, gsize size, const char *name)
{
  for (gsize at = 0; at < size && !ls_remote_is_dead (self); at += PIECE)
    {
      const gsize n = MIN (PIECE, size - at);

      ls_call_begin (self, HOST_COPY, 0);
      ls_call_value (self, memory + at);
      ls_call_in (self, (const char *)bytes + at, n);
      ls_call_value (self, n);
      ls_call_end (self, name);
      ls_remote_flush (self, NULL);
    }
}

int
ls_remote_set_state (LsRemote *self, guint index, gconstpointer state)
{
  LS_REMOTE_MAKE_ROOM (self, 0, 0);
  ls_remote_begin (self, index);
  ls_call_value (self, (guint64)(guintptr)state);
  return ls_remote_finish (self, index);
}

int
ls_remote_serialize (LsRemote *self, guint index, gconstpointer state, void *bytes, gsize size)
{
  const char *name = self->names[index];
  guint64 memory;
  int status;

  LS_REMOTE_MAKE_ROOM (self, PIECE, PIECE);
  if ((memory = ls_remote_allocate (self, size, name)) == 0)
    return ls_remote_refuse_size (self);
  ls_remote_begin (self, index);
  ls_call_value (self, (guint64)(guintptr)state);
  ls_call_value (self, memory);
  ls_call_value (self, size);
  status = ls_remote_finish (self, index);
  if (status <= LS_REMOTE_WARNING)
    ls_remote_copy_out (self, memory, bytes, size, name);
  ls_remote_release (self, memory, name);
  return ls_remote_is_dead (self) ? LS_REMOTE_FATAL : status;
}

int
ls_remote_deserialize (LsRemote *self, guint index, const void *bytes, gsize size, gpointer *state)
{
  const char *name = self->names[index];
  guint64 memory;
  gsize out;
  int status;

  LS_REMOTE_MAKE_ROOM (self, PIECE, PIECE);
  if ((memory = ls_remote_allocate (self, size, name)) == 0)
    return ls_remote_refuse_size (self);
  ls_remote_copy_in (self, memory, bytes, size, name);
  out = ls_remote_prepare (self, index, state, sizeof *state);
  ls_remote_begin (self, index);
  ls_call_value (self, memory);
  ls_call_value (self, size);
  ls_call_out (self, sizeof *state);
  status = ls_remote_finish (self, index);
  if (status <= LS_REMOTE_WARNING)
    ls_remote_read (self, out, state, sizeof *state);
  ls_remote_release (self, memory, name);
  return ls_remote_is_dead (self) ? LS_REMOTE_FATAL : status;
}
