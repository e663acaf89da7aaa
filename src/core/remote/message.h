/* Messages between the orchestrator and its workers: numbers as the machine has them, texts with
 * their lengths. Both are the same program on the same kind of machine, which they verify at the
 * beginning. */
#pragma once

#include <glib.h>
#include <string.h>

/* Pads to a multiple of eight, so that numbers stay aligned. */
static inline void
ls_message_pad (GByteArray *self)
{
  static const guint8 zeros[8] = { 0 };

  if (self->len % 8 != 0)
    g_byte_array_append (self, zeros, 8 - self->len % 8);
}

static inline void
ls_message_put (GByteArray *self, gconstpointer data, gsize size)
{
  g_byte_array_append (self, data, (guint)size);
  ls_message_pad (self);
}

static inline void
ls_message_put_count (GByteArray *self, guint64 value)
{
  ls_message_put (self, &value, sizeof value);
}

static inline void
ls_message_put_real (GByteArray *self, double value)
{
  ls_message_put (self, &value, sizeof value);
}

static inline void
ls_message_put_reals (GByteArray *self, const double values[], gsize n)
{
  ls_message_put (self, values, n * sizeof (double));
}

/* With its length, for bytes that the receiver does not know the number of. */
static inline void
ls_message_put_bytes (GByteArray *self, gconstpointer data, gsize size)
{
  ls_message_put_count (self, size);
  ls_message_put (self, data, size);
}

/* @text: (nullable) */
static inline void
ls_message_put_text (GByteArray *self, const char *text)
{
  ls_message_put_bytes (self, text, text != NULL ? strlen (text) + 1 : 0);
}

/**
 * LsMessageReader:
 * @at, @end: what is left
 * @bad: more was wanted than there is; everything read since is zero
 */
typedef struct
{
  const guint8 *at, *end;
  gboolean bad;
} LsMessageReader;

/* Returns: (nullable): the next @size bytes, borrowed from the message */
static inline gconstpointer
ls_message_take (LsMessageReader *self, gsize size)
{
  const guint8 *at = self->at;
  const gsize left = (gsize)(self->end - at), whole = (size + 7) & ~(gsize)7;

  if (G_UNLIKELY (whole > left || whole < size))
    {
      self->at = self->end;
      self->bad = TRUE;
      return NULL;
    }
  self->at += whole;
  return at;
}

static inline void
ls_message_get (LsMessageReader *self, gpointer data, gsize size)
{
  const gpointer from = (gpointer)ls_message_take (self, size);

  if (size == 0)
    return;
  if (G_LIKELY (from != NULL))
    memcpy (data, from, size);
  else
    memset (data, 0, size);
}

static inline guint64
ls_message_get_count (LsMessageReader *self)
{
  guint64 value;

  ls_message_get (self, &value, sizeof value);
  return value;
}

static inline double
ls_message_get_real (LsMessageReader *self)
{
  double value;

  ls_message_get (self, &value, sizeof value);
  return value;
}

static inline void
ls_message_get_reals (LsMessageReader *self, double values[], gsize n)
{
  ls_message_get (self, values, n * sizeof (double));
}

/* Returns: (nullable): borrowed; @n numbers */
static inline const double *
ls_message_take_reals (LsMessageReader *self, gsize n)
{
  return ls_message_take (self,
                          n > G_MAXSIZE / sizeof (double) ? G_MAXSIZE : n * sizeof (double));
}

/* Returns: (nullable): borrowed; @size: (out): 0 without them */
static inline gconstpointer
ls_message_take_bytes (LsMessageReader *self, gsize *size)
{
  gconstpointer bytes;

  *size = (gsize)ls_message_get_count (self);
  bytes = ls_message_take (self, *size);
  if (bytes == NULL)
    *size = 0;
  return bytes;
}

/* Returns: (nullable): borrowed */
static inline const char *
ls_message_take_text (LsMessageReader *self)
{
  gsize size;
  const char *text = ls_message_take_bytes (self, &size);

  if (size == 0)
    return NULL;
  if (text[size - 1] == '\0')
    return text;
  self->bad = TRUE;
  return NULL;
}
