#include "core/remote/fibre.h"

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define STACK_SIZE ((gsize)262144)

typedef struct
{
  LsFibres *owner;
  ucontext_t context;
  guint8 *stack; /* (nullable): of STACK_SIZE, above a page that may not be touched */
  gboolean waits;
  LsFibreFunc func;
  gpointer data;
} Fibre;

struct LsFibres
{
  GPtrArray *fibres; /* element-type Fibre */
  ucontext_t caller;
  guint running;
  gboolean runs;
};

LsFibres *
ls_fibres_new (void)
{
  LsFibres *self = g_new0 (LsFibres, 1);

  self->fibres = g_ptr_array_new ();
  return self;
}

void
ls_fibres_free (LsFibres *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->fibres->len; i++)
    {
      Fibre *fibre = self->fibres->pdata[i];

      if (fibre->stack != NULL)
        munmap (fibre->stack, STACK_SIZE);
      g_free (fibre);
    }
  g_ptr_array_unref (self->fibres);
  g_free (self);
}

static Fibre *
get_fibre (LsFibres *self, guint index)
{
  while (self->fibres->len <= index)
    {
      Fibre *fibre = g_new0 (Fibre, 1);

      fibre->owner = self;
      g_ptr_array_add (self->fibres, fibre);
    }
  return self->fibres->pdata[index];
}

static void
make_stack (Fibre *self)
{
  gpointer memory;

  if (self->stack != NULL)
    return;
  memory = mmap (NULL, STACK_SIZE, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED)
    g_error ("no memory for a stack");
  /* One that grows too far ends the program instead of spoiling another. */
  mprotect (memory, (gsize)sysconf (_SC_PAGESIZE), PROT_NONE);
  self->stack = memory;
}

/* makecontext() passes integers only. */
static void
begin (unsigned low, unsigned high)
{
  Fibre *self = (Fibre *)(((gsize)high << 32) | low);
  LsFibres *owner = self->owner;

  self->func (owner->running, self->data);
  setcontext (&owner->caller);
}

void
ls_fibres_resume (LsFibres *self, guint index, LsFibreFunc func, gpointer data)
{
  Fibre *fibre = get_fibre (self, index);

  g_return_if_fail (!self->runs);

  make_stack (fibre);
  if (!fibre->waits)
    {
      getcontext (&fibre->context);
      fibre->context.uc_stack.ss_sp = fibre->stack;
      fibre->context.uc_stack.ss_size = STACK_SIZE;
      fibre->context.uc_link = NULL;
      fibre->func = func;
      fibre->data = data;
      makecontext (&fibre->context, (void (*) (void))begin, 2, (unsigned)(gsize)fibre,
                   (unsigned)((gsize)fibre >> 32));
    }
  fibre->waits = FALSE;
  self->running = index;
  self->runs = TRUE;
  swapcontext (&self->caller, &fibre->context);
  self->runs = FALSE;
}

void
ls_fibres_wait (LsFibres *self)
{
  Fibre *fibre;

  g_return_if_fail (self->runs);

  fibre = self->fibres->pdata[self->running];
  fibre->waits = TRUE;
  swapcontext (&fibre->context, &self->caller);
}

gboolean
ls_fibres_get_running (const LsFibres *self, guint *index)
{
  *index = self->running;
  return self->runs;
}
