/* The macro-step loop takes no memory after its first steps: calls of malloc() are counted. */
#include "unit.h"

#include <errno.h>
#include <math.h>

/* The C library's own, under the names it exports for this purpose. */
extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *block, size_t size);
extern void *__libc_memalign (size_t alignment, size_t size);

void *malloc (size_t size);
void *calloc (size_t n, size_t size);
void *realloc (void *block, size_t size);
int posix_memalign (void **block, size_t alignment, size_t size);

static gint count; /* atomic */

void *
malloc (size_t size)
{
  g_atomic_int_inc (&count);
  return __libc_malloc (size);
}

void *
calloc (size_t n, size_t size)
{
  g_atomic_int_inc (&count);
  return __libc_calloc (n, size);
}

void *
realloc (void *block, size_t size)
{
  g_atomic_int_inc (&count);
  return __libc_realloc (block, size);
}

int
posix_memalign (void **block, size_t alignment, size_t size)
{
  g_atomic_int_inc (&count);
  *block = __libc_memalign (alignment, size);
  return *block != NULL ? 0 : ENOMEM;
}

/* Number of calls in steps @first to @last of a run. */
static gint
count_calls (const char *file, const char *choice, double h, double tolerance)
{
  const guint first = 100, last = 400;
  g_autoptr (LsModel) model = unit_open (file);
  g_autoptr (LsMaster) master = unit_start_adaptive (model, choice, (last + 10) * h, h, tolerance);
  g_autoptr (GError) error = NULL;
  gint before = 0, after;

  for (guint i = 0; i < last && !ls_master_is_done (master); i++)
    {
      if (i == first)
        before = g_atomic_int_get (&count);
      ls_master_step (master, &error);
      g_assert_no_error (error);
    }
  after = g_atomic_int_get (&count);
  g_test_message ("%s, %s: %d calls", file, choice, after - before);
  return after - before;
}

static void
test_counted (void)
{
  gint before = g_atomic_int_get (&count);

  g_free (g_malloc (100));
  g_assert_cmpint (g_atomic_int_get (&count), >, before);
}

static void
test_fixed (void)
{
  static const char *const choices[] = { "ni-jacobi",
                                         "missiles",
                                         "missiles:matrix=sparse",
                                         "missiles:preset=as-published",
                                         "missiles:control-part=flexible",
                                         "missiles:relinearise=1e-6" };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      g_assert_cmpint (count_calls ("lotka-volterra.ssp", choices[i], 1e-2, 0.0), ==, 0);
      g_assert_cmpint (count_calls ("lotka-volterra-time.ssp", choices[i], 1e-2, 0.0), ==, 0);
      g_assert_cmpint (count_calls ("two-bodies.ssp", choices[i], 1e-3, 0.0), ==, 0);
    }
  g_assert_cmpint (count_calls ("chain-100.ssp", "missiles", 1e-2, 0.0), ==, 0);
}

static void
test_adaptive (void)
{
  g_assert_cmpint (count_calls ("lotka-volterra.ssp", "missiles", 0.1, 1e-6), ==, 0);
  g_assert_cmpint (count_calls ("two-bodies.ssp", "missiles:matrix=sparse", 1e-2, 1e-5), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cosim/memory/counted", test_counted);
  g_test_add_func ("/cosim/memory/fixed", test_fixed);
  g_test_add_func ("/cosim/memory/adaptive", test_adaptive);
  return g_test_run ();
}
