/* Counts what takes memory in a test program: include it in one of its files.
 * A sanitizer has an allocator of its own, which must not be replaced: nothing
 * is counted then, and the other builds decide. */
#pragma once

#include <errno.h>
#include <glib.h>

static gint n_allocations; /* atomic: libraries may have threads */

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_OWN_ALLOCATOR
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_OWN_ALLOCATOR
#endif

#ifndef HAS_OWN_ALLOCATOR

/* The C library's own, under the names it exports for this purpose. */
extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *block, size_t size);
extern void *__libc_memalign (size_t alignment, size_t size);

void *malloc (size_t size);
void *calloc (size_t n, size_t size);
void *realloc (void *block, size_t size);
int posix_memalign (void **block, size_t alignment, size_t size);

void *
malloc (size_t size)
{
  g_atomic_int_inc (&n_allocations);
  return __libc_malloc (size);
}

void *
calloc (size_t n, size_t size)
{
  g_atomic_int_inc (&n_allocations);
  return __libc_calloc (n, size);
}

void *
realloc (void *block, size_t size)
{
  g_atomic_int_inc (&n_allocations);
  return __libc_realloc (block, size);
}

int
posix_memalign (void **block, size_t alignment, size_t size)
{
  g_atomic_int_inc (&n_allocations);
  *block = __libc_memalign (alignment, size);
  return *block != NULL ? 0 : ENOMEM;
}

#endif
