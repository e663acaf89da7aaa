/* A library that an FMU brings, with functions named like those of well-known ones. */
#include "symbols-inner.h"

#include <stddef.h>

#define EXPORT __attribute__ ((visibility ("default")))

EXPORT int KINSol (void *memory, void *u, int strategy, void *u_scale, void *f_scale);
EXPORT int deflate (void *stream, int flush);

int
KINSol (void *memory, void *u, int strategy, void *u_scale, void *f_scale)
{
  (void)memory, (void)u, (void)strategy, (void)u_scale, (void)f_scale;
  return 4713;
}

int
deflate (void *stream, int flush)
{
  (void)stream, (void)flush;
  return 4714;
}

EXPORT int
symbols_inner_solve (void)
{
  return KINSol (NULL, NULL, 0, NULL, NULL);
}

EXPORT int
symbols_inner_pack (void)
{
  return deflate (NULL, 0);
}
