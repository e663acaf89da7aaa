/* Variables of Model Exchange systems that may only be set in event mode. */
#include "core/system/system-me-impl.h"

/* A value stored for the next event mode. */
typedef struct
{
  const LsVariable *variable;
  double real;
  gint64 integer;
  char *text; /* (nullable) */
} LsPendingValue;

static void
clear_pending (gpointer data)
{
  g_free (((LsPendingValue *)data)->text);
}

GArray *
ls_system_me_new_pending (void)
{
  GArray *pending = g_array_new (FALSE, TRUE, sizeof (LsPendingValue));

  g_array_set_clear_func (pending, clear_pending);
  return pending;
}

/* Sets a value with the type of the variable, whatever the type of the source. */
static LsStatus
set_pending (LsSystemFmu *self, const LsPendingValue *value)
{
  const LsSystemValue typed = { .type = value->variable->type,
                                .real = value->real,
                                .integer = value->integer,
                                .text = value->text };

  return ls_system_fmu_set_typed (self->instance, value->variable, &typed);
}

LsStatus
ls_system_me_set_pending (LsSystemMe *me)
{
  LsStatus status = LS_OK;

  for (guint i = 0; i < me->pending->len && status == LS_OK; i++)
    status = set_pending (&me->fmu, &g_array_index (me->pending, LsPendingValue, i));
  return status;
}

/* Whether the FMU already has the value. */
static LsStatus
compare_value (LsSystemFmu *self, const LsPendingValue *value, gboolean *same)
{
  guint32 reference = value->variable->value_reference;
  LsStatus status;

  *same = FALSE;
  if (value->variable->type == LS_TYPE_REAL)
    {
      double real;

      status = ls_instance_get_real (self->instance, &reference, 1, &real);
      *same = status == LS_OK && real == value->real;
    }
  else if (value->variable->type == LS_TYPE_STRING)
    {
      const char *text = NULL;

      status = ls_instance_get_string (self->instance, &reference, 1, &text);
      *same = status == LS_OK && g_strcmp0 (text, value->text) == 0;
    }
  else
    {
      LsSystemValue typed;

      status = ls_system_fmu_get_typed (&self->base, value->variable, &typed);
      *same = status == LS_OK && typed.integer == value->integer;
    }
  return status;
}

static LsStatus
put_value (LsSystemFmu *self, LsPendingValue *value)
{
  LsSystemMe *me = (LsSystemMe *)self;
  gboolean same = FALSE;
  LsStatus status;

  if (me->solver == NULL)
    return set_pending (self, value);
  /* A tick is no value. */
  status = value->variable->clock == NULL ? compare_value (self, value, &same) : LS_OK;
  if (status != LS_OK || same)
    return status;
  value->text = g_strdup (value->text);
  g_array_append_val (me->pending, *value);
  return LS_OK;
}

LsStatus
ls_system_me_set_typed (LsSystem *system, const LsVariable *variable, const LsSystemValue *value)
{
  LsPendingValue pending = { .variable = variable };

  if (value->type == LS_TYPE_REAL)
    pending.real = value->real;
  else if (value->type == LS_TYPE_STRING)
    pending.text = (char *)value->text;
  else
    pending.integer = value->integer;
  return put_value ((LsSystemFmu *)system, &pending);
}
