/* Texts and binary values of variables in a helper process: the FMU gives and takes addresses. */
#include "core/fmi/binary-value.h"
#include "core/fmi/remote-call.h"

/* Asks for what is at @n addresses at @addresses of the response. @sizes: (nullable): offset there
 * of their sizes; @used: (out): bytes needed. Returns: (transfer full) (nullable): the bytes */
static char *
read_texts (
    LsRemote *self, guint index, gsize addresses, const gsize *sizes, gsize n, guint64 *used)
{
  const char *name = self->names[index];
  guint64 memory = 0, size = LS_REMOTE_TEXTS_SIZE;
  char *bytes = NULL;

  *used = 0;
  for (int again = 0; again < 2 && bytes == NULL; again++)
    {
      gsize out = 0;

      /* Emptied by the answer: the addresses are still where they were. */
      self->helper->out = MAX (addresses, sizes != NULL ? *sizes : 0) + n * 8;
      ls_call_begin (self, HOST_TEXTS, 0);
      ls_call_word (self, HOST_WORD_RESPONSE, addresses);
      ls_call_value (self, n);
      if (memory == 0)
        out = ls_call_out (self, size);
      else
        ls_call_value (self, memory);
      ls_call_value (self, size);
      ls_call_word (self, sizes != NULL ? HOST_WORD_RESPONSE : HOST_WORD_VALUE,
                    sizes != NULL ? *sizes : 0);
      ls_call_end (self, name);
      if (ls_remote_flush (self, used) > LS_REMOTE_WARNING)
        break;
      if (*used <= size)
        {
          bytes = g_try_malloc0 (*used + 1);
          if (bytes != NULL && memory == 0)
            ls_remote_read (self, out, bytes, *used);
          else if (bytes != NULL)
            ls_remote_copy_out (self, memory, bytes, *used, name);
          continue;
        }
      /* More than a message takes. */
      size = *used;
      if (memory != 0 || size > G_MAXINT64 || (memory = ls_remote_allocate (self, size, name)) == 0)
        break;
    }
  if (memory != 0)
    ls_remote_release (self, memory, name);
  return bytes;
}

/* Sizes are those that the FMU says; none goes beyond what was read. */
static gboolean
point_to_parts (char *bytes, guint64 used, const size_t sizes[], gconstpointer values[], gsize n)
{
  guint64 at = 0;

  for (gsize i = 0; i < n; i++)
    {
      const guint64 size = sizes != NULL ? sizes[i] : strnlen (bytes + at, used - at) + 1;

      values[i] = bytes + at;
      if (size > used - at)
        return FALSE;
      at += size;
    }
  return TRUE;
}

int
ls_remote_get_texts (LsRemote *self,
                     guint index,
                     const guint32 r[],
                     gsize n,
                     size_t sizes[],
                     gconstpointer values[],
                     gsize n_values,
                     gboolean counted)
{
  g_autofree guint64 *nothing = g_new0 (guint64, 2 * n_values + 1);
  const gsize half = n_values * 8;
  guint64 used;
  gsize at, addresses;
  char *bytes;
  int status;

  LS_REMOTE_MAKE_ROOM (self, n * sizeof *r + 2 * half + 128, 2 * half + LS_REMOTE_TEXTS_SIZE);
  addresses = at = ls_remote_prepare (self, index, nothing, 2 * half);
  ls_remote_begin (self, index);
  ls_call_in (self, r, n * sizeof *r);
  ls_call_value (self, n);
  if (sizes != NULL)
    {
      ls_call_out (self, half);
      addresses += half;
    }
  ls_call_out (self, half);
  if (counted)
    ls_call_value (self, n_values);
  status = ls_remote_finish (self, index);
  if (status > LS_REMOTE_WARNING)
    return status;
  if (sizes != NULL)
    {
      ls_remote_read (self, at, sizes, half);
      /* Addresses there. */
      ls_remote_read (self, addresses, values, half);
      if (ls_binary_find_bad (sizes, values, n_values) < n_values)
        return status;
    }
  bytes = read_texts (self, index, addresses, sizes != NULL ? &at : NULL, n_values, &used);
  g_ptr_array_set_size (self->texts, 0);
  g_ptr_array_add (self->texts, bytes);
  if (bytes == NULL)
    return self->helper->fate != LS_FATE_ALIVE ? LS_REMOTE_FATAL : ls_remote_refuse_size (self);
  return point_to_parts (bytes, used, sizes, values, n_values) ? status
                                                               : ls_remote_refuse_size (self);
}

int
ls_remote_set_texts (LsRemote *self,
                     guint index,
                     const guint32 r[],
                     gsize n,
                     const size_t sizes[],
                     const gconstpointer values[],
                     gsize n_values,
                     gboolean counted)
{
  g_autoptr (GString) packed = g_string_new (NULL);
  guint64 pointers;
  guint call;
  int status;

  for (gsize i = 0; i < n_values; i++)
    g_string_append_len (packed, values[i],
                         (gssize)(sizes != NULL ? sizes[i] : strlen (values[i]) + 1));
  LS_REMOTE_MAKE_ROOM (self, n * sizeof *r + packed->len + 16 * n_values + 256, 0);
  call = self->helper->n_calls;
  ls_call_begin (self, HOST_POINTERS, 0);
  ls_call_in (self, packed->str, packed->len);
  ls_call_value (self, n_values);
  if (sizes != NULL)
    ls_call_in (self, sizes, n_values * sizeof *sizes);
  else
    ls_call_value (self, 0);
  ls_call_end (self, self->names[index]);
  ls_remote_begin (self, index);
  ls_call_in (self, r, n * sizeof *r);
  ls_call_value (self, n);
  if (sizes != NULL)
    ls_call_in (self, sizes, n_values * sizeof *sizes);
  ls_call_word (self, HOST_WORD_RESULT, 0);
  if (counted)
    ls_call_value (self, n_values);
  status = ls_remote_finish (self, index);
  pointers = self->helper->response->results[call];
  if (status <= LS_REMOTE_WARNING && ls_remote_make_room (self, 0, 0))
    ls_remote_release (self, pointers, self->names[index]);
  return status;
}
