#include "core/base/reader-message.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define HEAD_SIZE offsetof (LsReaderMessage, texts)

const char *
ls_reader_message_get_detail (const LsReaderMessage *self)
{
  return self->texts + strlen (self->texts) + 1;
}

/* Longer ones are cut between characters: an error may quote its input. Returns: bytes used
 */
static gsize
put_text (LsReaderMessage *message, gsize at, const char *text, gsize limit)
{
  gsize size = text != NULL ? strlen (text) : 0;

  if (size > limit)
    for (size = limit; size > 0 && (text[size] & 0xc0) == 0x80;)
      size--;
  if (size > 0)
    memcpy (message->texts + at, text, size);
  message->texts[at + size] = '\0';
  return size + 1;
}

gboolean
ls_reader_send (int socket,
                LsReaderKind kind,
                int code,
                guint64 number,
                const char *text,
                const char *detail,
                int file)
{
  LsReaderMessage message
      = { .version = LS_READER_VERSION, .kind = kind, .code = code, .number = number };
  char room[CMSG_SPACE (sizeof file)] = "";
  const gsize half = sizeof message.texts / 2 - 1;
  gsize size = put_text (&message, 0, text, half);
  struct iovec part;
  struct msghdr head = { .msg_iov = &part, .msg_iovlen = 1 };
  gssize sent;

  size += put_text (&message, size, detail, half);
  part = (struct iovec){ &message, HEAD_SIZE + size };
  if (file >= 0)
    {
      struct cmsghdr *control = (struct cmsghdr *)(void *)room;

      head.msg_control = room;
      head.msg_controllen = sizeof room;
      *control = (struct cmsghdr){ .cmsg_len = CMSG_LEN (sizeof file),
                                   .cmsg_level = SOL_SOCKET,
                                   .cmsg_type = SCM_RIGHTS };
      memcpy (CMSG_DATA (control), &file, sizeof file);
    }
  do
    sent = sendmsg (socket, &head, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent >= 0;
}

/* Until there is something to be received. */
static LsReaderReceipt
wait_for (int socket, double seconds)
{
  const gint64 end = g_get_monotonic_time () + (gint64)(1e6 * MAX (seconds, 0.0));
  struct pollfd one = { .fd = socket, .events = POLLIN };
  int n;

  do
    {
      const gint64 left = (end - g_get_monotonic_time () + 999) / 1000;

      n = poll (&one, 1, seconds < 0.0 ? -1 : (int)CLAMP (left, 0, G_MAXINT));
    }
  while (n < 0 && errno == EINTR);
  return n == 0 ? LS_READER_LATE : n < 0 ? LS_READER_ENDED : LS_READER_RECEIVED;
}

static int
take_file (struct msghdr *head)
{
  struct cmsghdr *control = CMSG_FIRSTHDR (head);
  int file = -1;

  if (control != NULL && control->cmsg_level == SOL_SOCKET && control->cmsg_type == SCM_RIGHTS
      && control->cmsg_len == CMSG_LEN (sizeof file))
    memcpy (&file, CMSG_DATA (control), sizeof file);
  return file;
}

static gboolean
is_sound (const LsReaderMessage *self, gssize size)
{
  const gsize n = (gsize)size - HEAD_SIZE;
  const char *first = size > (gssize)HEAD_SIZE ? memchr (self->texts, '\0', n) : NULL;

  return first != NULL && first + 1 < self->texts + n && self->texts[n - 1] == '\0'
         && memcmp (self->version, LS_READER_VERSION, sizeof LS_READER_VERSION) == 0
         && g_utf8_validate (self->texts, -1, NULL)
         && g_utf8_validate (ls_reader_message_get_detail (self), -1, NULL);
}

LsReaderReceipt
ls_reader_receive (int socket, double seconds, LsReaderMessage *message, int *file)
{
  char room[CMSG_SPACE (sizeof *file)];
  struct iovec part = { message, sizeof *message };
  struct msghdr head = { .msg_iov = &part, .msg_iovlen = 1 };
  LsReaderReceipt receipt = wait_for (socket, seconds);
  gssize size;

  *file = -1;
  if (receipt != LS_READER_RECEIVED)
    return receipt;
  head.msg_control = room;
  head.msg_controllen = sizeof room;
  do
    size = recvmsg (socket, &head, MSG_CMSG_CLOEXEC);
  while (size < 0 && errno == EINTR);
  if (size <= 0)
    return LS_READER_ENDED;
  *file = take_file (&head);
  if ((head.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) == 0 && is_sound (message, size))
    return LS_READER_RECEIVED;
  if (*file >= 0)
    close (*file);
  *file = -1;
  return LS_READER_STRANGE;
}
