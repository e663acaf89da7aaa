/* Functions of the helper itself. */
#include "host/host.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ADDRESS(word) ((void *)(uintptr_t)(word))

static uint64_t
nothing (uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e)
{
  (void)a, (void)b, (void)c, (void)d, (void)e;
  return 0;
}

/* Without RTLD_DEEPBIND: exit() of the FMU is to be ours. The only libraries of this process are
 * those of C, so there is nothing else that an FMU could find in place of its own.
 * @lent: (nullable): a library to load before, for an undeclared dependency */
static uint64_t
load (uint64_t path, uint64_t lent, uint64_t library, uint64_t error, uint64_t size)
{
  void *handle = NULL;
  const char *said = NULL;

  if (lent == 0 || dlopen (ADDRESS (lent), RTLD_LAZY | RTLD_GLOBAL) != NULL)
    handle = dlopen (ADDRESS (path), RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL)
    said = dlerror ();
  memcpy (ADDRESS (library), &handle, sizeof handle);
  snprintf (ADDRESS (error), size, "%s", said != NULL ? said : "");
  return 0;
}

/* @names: @n texts, each with its null */
static uint64_t
find (uint64_t library, uint64_t names, uint64_t n, uint64_t addresses, uint64_t unused)
{
  const char *name = ADDRESS (names);
  void **out = ADDRESS (addresses);

  (void)unused;
  for (uint64_t i = 0; i < n; i++, name += strlen (name) + 1)
    out[i] = dlsym (ADDRESS (library), name);
  return 0;
}

static uint64_t
unload (uint64_t library, uint64_t b, uint64_t c, uint64_t d, uint64_t e)
{
  (void)b, (void)c, (void)d, (void)e;
  return (uint64_t)dlclose (ADDRESS (library));
}

static uint64_t
callbacks (uint64_t environment, uint64_t asynchronous, uint64_t c, uint64_t d, uint64_t e)
{
  (void)c, (void)d, (void)e;
  return (uint64_t)(uintptr_t)host_make_callbacks (environment, asynchronous != 0);
}

static uint64_t
callback (uint64_t which, uint64_t b, uint64_t c, uint64_t d, uint64_t e)
{
  (void)b, (void)c, (void)d, (void)e;
  return host_get_callback ((HostCallback)which);
}

static uint64_t
inputs (uint64_t from, uint64_t to, uint64_t c, uint64_t d, uint64_t e)
{
  (void)c, (void)d, (void)e;
  return (uint64_t)(uintptr_t)host_take_inputs (ADDRESS (from), ADDRESS (to));
}

static uint64_t
clocks (uint64_t from, uint64_t b, uint64_t c, uint64_t d, uint64_t e)
{
  (void)b, (void)c, (void)d, (void)e;
  return (uint64_t)host_clocks_take (ADDRESS (from));
}

static uint64_t
allocate (uint64_t size, uint64_t b, uint64_t c, uint64_t d, uint64_t e)
{
  (void)b, (void)c, (void)d, (void)e;
  return (uint64_t)(uintptr_t)malloc (size);
}

static uint64_t
release (uint64_t memory, uint64_t b, uint64_t c, uint64_t d, uint64_t e)
{
  (void)b, (void)c, (void)d, (void)e;
  free (ADDRESS (memory));
  return 0;
}

static uint64_t
copy (uint64_t to, uint64_t from, uint64_t size, uint64_t d, uint64_t e)
{
  (void)d, (void)e;
  memcpy (ADDRESS (to), ADDRESS (from), size);
  return 0;
}

static uint64_t
pointers (uint64_t texts, uint64_t n, uint64_t sizes, uint64_t d, uint64_t e)
{
  const char *text = ADDRESS (texts);
  const uint64_t *size = ADDRESS (sizes);
  const char **out = calloc (n + 1, sizeof *out);

  (void)d, (void)e;
  for (uint64_t i = 0; out != NULL && i < n; i++)
    {
      out[i] = text;
      text += size != NULL ? size[i] : strlen (text) + 1;
    }
  return (uint64_t)(uintptr_t)out;
}

/* Texts may be %NULL, which becomes "". */
static uint64_t
texts (uint64_t in, uint64_t n, uint64_t out, uint64_t size, uint64_t sizes)
{
  const char *const *text = ADDRESS (in);
  const uint64_t *lengths = ADDRESS (sizes);
  char *to = ADDRESS (out);
  uint64_t used = 0;

  for (uint64_t i = 0; i < n; i++)
    {
      const char *one = text[i] != NULL ? text[i] : "";
      const uint64_t length = lengths == NULL ? strlen (one) + 1 : text[i] == NULL ? 0 : lengths[i];

      if (length <= size && used <= size - length)
        memcpy (to + used, one, length);
      used += length;
    }
  return used;
}

static uint64_t
text (uint64_t in, uint64_t out, uint64_t size, uint64_t d, uint64_t e)
{
  (void)d, (void)e;
  snprintf (ADDRESS (out), size, "%s", in != 0 ? (const char *)ADDRESS (in) : "");
  return 0;
}

static uint64_t
quit (uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e)
{
  (void)a, (void)b, (void)c, (void)d, (void)e;
  host_leave (EXIT_SUCCESS);
}

HostOwn
host_find_own (uint64_t function)
{
  static const HostOwn functions[HOST_N_FUNCTIONS] = {
    [HOST_NOTHING] = nothing, [HOST_LOAD] = load,           [HOST_FIND] = find,
    [HOST_UNLOAD] = unload,   [HOST_CALLBACKS] = callbacks, [HOST_CALLBACK] = callback,
    [HOST_INPUTS] = inputs,   [HOST_CLOCKS] = clocks,       [HOST_ALLOCATE] = allocate,
    [HOST_FREE] = release,    [HOST_COPY] = copy,           [HOST_POINTERS] = pointers,
    [HOST_TEXTS] = texts,     [HOST_TEXT] = text,           [HOST_QUIT] = quit,
  };

  return functions[function];
}
