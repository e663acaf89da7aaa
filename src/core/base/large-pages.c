#include "core/base/large-pages.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/* Since Linux 6.1; before, the system does it by itself in the course of time. */
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif
#define LARGE_PAGE ((gsize)2 << 20)
/* Smaller pieces fit what processors remember of pages: some 2000 of them. */
#define LEAST_SIZE ((gsize)16 << 20)
#define MAX_PIECES 64

typedef struct
{
  gsize first, end;
} Piece;

/* Whether a line of /proc/self/maps is memory of the heap, or without a file or a name. */
static gboolean
read_piece (const char *line, Piece *piece)
{
  unsigned long first, end, inode = 0;
  char rights[8] = "", name[32] = "";
  const int n = sscanf (line, "%lx-%lx %7s %*s %*s %lu %31s", &first, &end, rights, &inode, name);

  *piece = (Piece){ (first + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE,
                    end / LARGE_PAGE * LARGE_PAGE };
  return n >= 4 && inode == 0 && strcmp (rights, "rw-p") == 0
         && (*name == '\0' || strcmp (name, "[heap]") == 0)
         && piece->end >= piece->first + LEAST_SIZE;
}

static guint
list_pieces (Piece pieces[MAX_PIECES])
{
  FILE *maps = fopen ("/proc/self/maps", "re");
  char line[512];
  guint n = 0;

  while (maps != NULL && n < MAX_PIECES && fgets (line, sizeof line, maps) != NULL)
    n += read_piece (line, &pieces[n]);
  if (maps != NULL)
    fclose (maps);
  return n;
}

void
ls_large_pages_use (void)
{
  Piece pieces[MAX_PIECES];
  const guint n = list_pieces (pieces);

  /* What fails stays as it is. A piece that another thread gives back meanwhile fails. */
  for (guint i = 0; i < n; i++)
    {
      const gpointer start = GSIZE_TO_POINTER (pieces[i].first);
      const gsize size = pieces[i].end - pieces[i].first;

      if (madvise (start, size, MADV_HUGEPAGE) == 0)
        madvise (start, size, MADV_COLLAPSE);
    }
}
