/* One thread reads what all helpers print, so that none blocks on a full pipe, and wakes who waits
 * for a helper that has ended. It lives while there are helpers. */
#include "core/helper/helper-impl.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <unistd.h>

/* What is kept of the output of a helper, bytes; reads of what is left, at most: a program that an
 * FMU has started may print on. */
#define KEPT 65536u
#define MAX_READS 64

struct LsWatched
{
  LsHelper *helper;
  int fd;        /* -1: at its end */
  GString *kept; /* at most twice the length reported */
};

static GMutex lock;
static GHashTable *watched; /* set of LsWatched, guarded by lock as the rest */
static int epoll_fd = -1;
static gboolean is_running;

/* What FMUs print goes to the standard error of the program, wherever they run. */
static gboolean
read_some (LsWatched *self)
{
  char buffer[8192];
  const ssize_t n = self->fd >= 0 ? read (self->fd, buffer, sizeof buffer) : -1;

  if (n < 0)
    return FALSE;
  if (n == 0)
    {
      close (self->fd);
      self->fd = -1;
      return FALSE;
    }
  if (write (STDERR_FILENO, buffer, (gsize)n) < 0)
    errno = 0;
  g_string_append_len (self->kept, buffer, n);
  if (self->kept->len >= 2 * KEPT)
    g_string_erase (self->kept, 0, (gssize)(self->kept->len - KEPT));
  return TRUE;
}

static void
read_rest (LsWatched *self)
{
  for (int i = 0; i < MAX_READS && read_some (self); i++)
    ;
}

char *
ls_watch_get_output (LsWatched *self)
{
  char *text;

  g_mutex_lock (&lock);
  read_rest (self);
  text = g_utf8_make_valid (self->kept->str + (self->kept->len > KEPT ? self->kept->len - KEPT : 0),
                            -1);
  g_mutex_unlock (&lock);
  for (char *c = text; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c) && *c != '\n' && *c != '\t')
      *c = '?';
  return g_strchomp (text);
}

static void
notice (LsHelper *helper)
{
  struct epoll_event event = { 0 };

  epoll_ctl (epoll_fd, EPOLL_CTL_DEL, helper->pidfd, &event);
  g_atomic_int_set (&helper->ended, 1);
  ls_futex_wake (&helper->response->word);
}

/* The lowest bit of the data distinguishes the descriptor of the process from the pipe. */
static void
handle (const struct epoll_event *event)
{
  LsWatched *self = (LsWatched *)(guintptr)(event->data.u64 & ~G_GUINT64_CONSTANT (1));

  if (!g_hash_table_contains (watched, self))
    return;
  if ((event->data.u64 & 1) != 0)
    notice (self->helper);
  else
    read_some (self);
}

static gpointer
watch (gpointer data G_GNUC_UNUSED)
{
  struct epoll_event events[16];
  gboolean going = TRUE;

  while (going)
    {
      const int n = epoll_wait (epoll_fd, events, G_N_ELEMENTS (events), 200);

      g_mutex_lock (&lock);
      for (int i = 0; i < n; i++)
        handle (&events[i]);
      going = g_hash_table_size (watched) > 0;
      if (!going)
        {
          close (epoll_fd);
          epoll_fd = -1;
          is_running = FALSE;
        }
      g_mutex_unlock (&lock);
    }
  return NULL;
}

void
ls_watch_forget_all (void)
{
  g_mutex_init (&lock);
  watched = NULL;
  is_running = FALSE;
  if (epoll_fd >= 0)
    close (epoll_fd);
  epoll_fd = -1;
}

LsWatched *
ls_watch_add (LsHelper *helper, int fd)
{
  LsWatched *self = g_new0 (LsWatched, 1);
  struct epoll_event event = { .events = EPOLLIN };

  self->helper = helper;
  self->fd = fd;
  self->kept = g_string_new (NULL);
  fcntl (fd, F_SETFL, O_NONBLOCK);
  g_mutex_lock (&lock);
  if (watched == NULL)
    watched = g_hash_table_new (NULL, NULL);
  g_hash_table_add (watched, self);
  if (!is_running)
    {
      epoll_fd = epoll_create1 (EPOLL_CLOEXEC);
      is_running = TRUE;
      g_thread_unref (g_thread_new ("lockstep-watch", watch, NULL));
    }
  event.data.u64 = (guint64)(guintptr)self;
  epoll_ctl (epoll_fd, EPOLL_CTL_ADD, fd, &event);
  event.data.u64 |= 1;
  epoll_ctl (epoll_fd, EPOLL_CTL_ADD, helper->pidfd, &event);
  g_mutex_unlock (&lock);
  return self;
}

void
ls_watch_remove (LsWatched *self)
{
  struct epoll_event event = { 0 };

  g_mutex_lock (&lock);
  read_rest (self);
  g_hash_table_remove (watched, self);
  if (self->fd >= 0)
    {
      epoll_ctl (epoll_fd, EPOLL_CTL_DEL, self->fd, &event);
      close (self->fd);
    }
  epoll_ctl (epoll_fd, EPOLL_CTL_DEL, self->helper->pidfd, &event);
  g_mutex_unlock (&lock);
  g_string_free (self->kept, TRUE);
  g_free (self);
}
