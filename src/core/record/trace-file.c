/* Disk space is reserved for whole segments before they are mapped: a full disk is then an error
 * that can be reported, while writing to a mapped page without disk space would end the program
 * (SIGBUS). */
#include "core/record/trace-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <math.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Bytes of the first segment and of the largest one: each is twice as large as the one before. A
 * long run creates thousands of them, and the kernel allows at most 65530 mappings. */
#define MIN_SEGMENT ((gsize)1 << 20)
#define MAX_SEGMENT ((gsize)64 << 20)

typedef struct
{
  char *start;
  gsize size; /* bytes */
} Segment;

struct LsTraceFile
{
  int file; /* -1: not open */
  char *folder;
  int failure; /* errno; 0: none */
  GArray *segments;
  gsize size;        /* bytes of all segments */
  char *free, *last; /* of the newest segment */
};

LsTraceFile *
ls_trace_file_new (void)
{
  LsTraceFile *self = g_new0 (LsTraceFile, 1);

  self->file = -1;
  self->segments = g_array_new (FALSE, FALSE, sizeof (Segment));
  return self;
}

void
ls_trace_file_free (LsTraceFile *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->segments->len; i++)
    munmap (g_array_index (self->segments, Segment, i).start,
            g_array_index (self->segments, Segment, i).size);
  if (self->file >= 0)
    close (self->file);
  g_array_unref (self->segments);
  g_free (self->folder);
  g_free (self);
}

/* /tmp may be in memory (tmpfs); /var/tmp is on a disk. */
static char *
choose_folder (void)
{
  const char *chosen = g_getenv ("TMPDIR");

  if (chosen != NULL && *chosen != '\0')
    return g_strdup (chosen);
  return g_strdup (access ("/var/tmp", W_OK) == 0 ? "/var/tmp" : g_get_tmp_dir ());
}

double
ls_trace_file_get_room (void)
{
  g_autofree char *folder = choose_folder ();
  struct statvfs info;

  return statvfs (folder, &info) == 0 ? (double)info.f_bavail * (double)info.f_frsize : INFINITY;
}

gboolean
ls_trace_file_is_beside (const char *folder)
{
  g_return_val_if_fail (folder != NULL, FALSE);

  g_autofree char *own = choose_folder ();
  struct stat one, other;

  return stat (own, &one) == 0 && stat (folder, &other) == 0 && one.st_dev == other.st_dev;
}

static gboolean
open_file (LsTraceFile *self)
{
  g_autofree char *path = NULL;

  if (self->file >= 0)
    return TRUE;
  g_free (self->folder);
  self->folder = choose_folder ();
  path = g_build_filename (self->folder, "lockstep-samples-XXXXXX", NULL);
  self->file = g_mkstemp_full (path, O_RDWR | O_CLOEXEC, 0600);
  self->failure = self->file < 0 ? errno : 0;
  /* The file is unlinked, so its space is freed whenever the program ends. */
  if (self->file >= 0)
    g_unlink (path);
  return self->file >= 0;
}

/* Exceeding the file size limit would raise a signal that ends the program (SIGXFSZ). */
static gboolean
is_allowed (gsize size)
{
  struct rlimit limit;

  return getrlimit (RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY
         || size <= limit.rlim_cur;
}

static int
reserve (const LsTraceFile *self, gsize size)
{
  int failure = EFBIG;

  if (!is_allowed (self->size + size))
    return failure;
  do
    failure = posix_fallocate (self->file, (off_t)self->size, (off_t)size);
  while (failure == EINTR);
  return failure;
}

static gboolean
add_segment (LsTraceFile *self, gsize size)
{
  Segment segment = { .size = size };

  if ((self->failure = reserve (self, size)) != 0)
    return FALSE;
  segment.start
      = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, self->file, (off_t)self->size);
  if (segment.start == MAP_FAILED)
    {
      self->failure = errno;
      return FALSE;
    }
  g_array_append_val (self->segments, segment);
  self->size += size;
  self->free = segment.start;
  self->last = segment.start + size;
  return TRUE;
}

/* The free space may be less than a whole segment: tries smaller ones. */
static gboolean
make_room (LsTraceFile *self, gsize size)
{
  const gsize page = (gsize)sysconf (_SC_PAGESIZE);
  const gsize least = (size + page - 1) / page * page;
  gsize wanted = MAX (least, CLAMP (self->size, MIN_SEGMENT, MAX_SEGMENT));

  while (!add_segment (self, wanted))
    {
      if (wanted == least || (self->failure != ENOSPC && self->failure != EFBIG))
        return FALSE;
      wanted = MAX (least, wanted / 2 / page * page);
    }
  return TRUE;
}

gpointer
ls_trace_file_take (LsTraceFile *self, gsize size)
{
  g_return_val_if_fail (self != NULL, NULL);

  gpointer place;

  if (size > (gsize)(self->last - self->free) && (!open_file (self) || !make_room (self, size)))
    return NULL;
  place = self->free;
  self->free += size;
  return place;
}

gsize
ls_trace_file_get_size (const LsTraceFile *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->size;
}

char *
ls_trace_file_get_problem (const LsTraceFile *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->failure == 0)
    return NULL;
  /* Translators: size of a file in MB, its folder, what the system says. */
  return g_strdup_printf (_ ("the file of %.0f MB for samples in %s cannot grow: %s"),
                          1e-6 * (double)self->size, self->folder, g_strerror (self->failure));
}
