#include "app/base/later.h"
#include <glib-object.h>

/* Maximum wait for a window that is never drawn (hidden, for example), ms. */
#define PATIENCE 1000

static gboolean begun;

/* The only source that may be dispatched now: one per iteration, so that user events are handled in
 * between. */
static GSource *turn;

typedef struct
{
  GSource source;
  gint64 end; /* monotonic, µs */
} Later;

static gboolean
take_turn (GSource *source)
{
  if (turn == NULL)
    turn = source;
  return turn == source;
}

static gboolean
prepare (GSource *source, int *timeout)
{
  const gint64 left = ((Later *)source)->end - g_source_get_time (source);

  if (begun || left <= 0)
    {
      *timeout = take_turn (source) ? 0 : -1;
      return *timeout == 0;
    }
  *timeout = (int)(left / 1000) + 1;
  return FALSE;
}

static gboolean
check (GSource *source)
{
  return (begun || g_source_get_time (source) >= ((Later *)source)->end) && take_turn (source);
}

static gboolean
dispatch (GSource *source, GSourceFunc func, gpointer user_data)
{
  /* Release the turn first: @func may run a dialog with its own main loop. */
  if (turn == source)
    turn = NULL;
  return func (user_data);
}

static void
finalize (GSource *source)
{
  if (turn == source)
    turn = NULL;
}

static GSourceFuncs functions
    = { .prepare = prepare, .check = check, .dispatch = dispatch, .finalize = finalize };

static guint
add (GSourceFunc func, gpointer user_data, GDestroyNotify notify)
{
  GSource *source = g_source_new (&functions, sizeof (Later));
  guint id;

  ((Later *)source)->end = g_get_monotonic_time () + 1000 * PATIENCE;
  g_source_set_priority (source, G_PRIORITY_LOW);
  g_source_set_callback (source, func, user_data, notify);
  id = g_source_attach (source, NULL);
  g_source_unref (source);
  return id;
}

guint
ls_later_add (GSourceFunc func, gpointer user_data)
{
  return add (func, user_data, NULL);
}

typedef struct
{
  GWeakRef object;
  void (*func) (gpointer object);
} Call;

static void
call_free (gpointer data)
{
  Call *self = data;

  g_weak_ref_clear (&self->object);
  g_free (self);
}

static gboolean
call_cb (gpointer user_data)
{
  Call *self = user_data;
  g_autoptr (GObject) object = g_weak_ref_get (&self->object);

  if (object != NULL)
    self->func (object);
  return G_SOURCE_REMOVE;
}

void
ls_later_call (gpointer object, void (*func) (gpointer object))
{
  Call *self = g_new (Call, 1);

  g_weak_ref_init (&self->object, object);
  self->func = func;
  add (call_cb, self, call_free);
}

void
ls_later_begin (void)
{
  begun = TRUE;
}
