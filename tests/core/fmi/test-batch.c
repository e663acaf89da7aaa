/* Instances of all versions of FMI stepped together: in helper processes by one message to each. */
#include "instances.h"

#include "core/fmi/remote.h"

#include <math.h>
#include <string.h>

#define MOST 12u
#define MOST_VALUES 64u
#define STEP 0.05 /* s */

static LsIsolation isolation;

/* Instances with all their Reals, as a batch. */
typedef struct
{
  LsBatchItem items[MOST];
  guint n;
  guint32 references[MOST_VALUES];
  guint n_references;
  gsize n_u, n_y;
  double u[MOST_VALUES], y[MOST_VALUES];
  LsBatchResult result; /* of the last step */
} Batch;

static gsize
list_reals (Batch *self, LsInstance *instance, LsCausality causality)
{
  const LsDescription *description = ls_instance_get_description (instance);
  gsize n = 0;

  for (guint i = 0; i < description->n_variables; i++)
    if (description->variables[i].causality == causality
        && description->variables[i].type == LS_TYPE_REAL
        && description->variables[i].clock == NULL)
      {
        self->references[self->n_references++] = description->variables[i].value_reference;
        n++;
      }
  return n;
}

static void
add (Batch *self, LsInstance *instance)
{
  LsBatchItem *item = &self->items[self->n++];

  *item = (LsBatchItem){ .instance = instance,
                         .first_input = self->n_u,
                         .first_output = self->n_y,
                         .no_set_state_prior = TRUE };
  item->inputs = self->references + self->n_references;
  item->n_inputs = list_reals (self, instance, LS_CAUSALITY_INPUT);
  item->outputs = self->references + self->n_references;
  item->n_outputs = list_reals (self, instance, LS_CAUSALITY_OUTPUT);
  self->n_u += item->n_inputs;
  self->n_y += item->n_outputs;
  g_assert_cmpuint (self->n, <=, MOST);
  g_assert_cmpuint (self->n_references, <=, MOST_VALUES);
}

static void
clear (Batch *self)
{
  for (guint i = 0; i < self->n; i++)
    ls_instance_free (self->items[i].instance);
}

/* A step of all, in one call where they may be in one. */
static LsStatus
step (Batch *self, double h)
{
  const double end = ls_instance_get_time (self->items[0].instance) + h;
  gboolean together = TRUE;

  for (guint i = 0; i < self->n; i++)
    together &= ls_instance_steps_like (self->items[0].instance, self->items[i].instance);
  /* In this process those of one version only. */
  g_assert_true (together || isolation == LS_ISOLATION_NONE
                 || !ls_instance_is_remote (self->items[0].instance));
  self->result = (LsBatchResult){ .failed = G_MAXUINT };
  if (together)
    return ls_instance_hold_steps (self->items, self->n, h, end, self->u, self->y, &self->result);
  for (guint i = 0; i < self->n; i++)
    {
      const LsStatus status
          = ls_instance_hold_steps (self->items + i, 1, h, end, self->u, self->y, &self->result);

      self->result.failed = i;
      if (status != LS_OK)
        return status;
    }
  return LS_OK;
}

/* Messages that the helper of @instance has had so far. */
static guint
count_messages (LsInstance *instance)
{
  return instance->remote->helper->request->word / 2;
}

static LsInstance *
begin (const char *name, double origin)
{
  LsInstance *self = start (name, LS_KIND_CO_SIMULATION, NULL);

  ls_instance_set_origin (self, origin);
  initialise (self);
  return self;
}

static void
give_inputs (Batch *self, int i)
{
  for (gsize k = 0; k < self->n_u; k++)
    self->u[k] = sin (0.3 * i + (double)k);
}

/* The same bits as here, with events within steps and at their ends, Clocks and inputs that are
 * events; far from time 0 as well. */
static void
test_same (void)
{
  static const char *const names[]
      = { "prey.fmu",          "fmi3/prey.fmu",     "fmi3/bouncing-ball.fmu",
          "fmi1/prey.fmu",     "fmi3/elevator.fmu", "fmi3/threshold.fmu",
          "ticker.fmu",        "threshold.fmu",     "fmi3/left-body.fmu",
          "fmi1/left-body.fmu" };

  for (int far = 0; far < 2; far++)
    {
      Batch here = { .n = 0 }, there = { .n = 0 };
      guint n_events = 0;

      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        {
          add (&there, begin (names[i], far * 1.7e9));
          ls_isolation_set (LS_ISOLATION_NONE);
          add (&here, begin (names[i], far * 1.7e9));
          ls_isolation_set (isolation);
        }
      for (int i = 0; i < 60; i++)
        {
          gboolean any = FALSE;

          give_inputs (&here, i);
          give_inputs (&there, i);
          g_assert_cmpint (step (&here, STEP), ==, LS_OK);
          g_assert_cmpint (step (&there, STEP), ==, LS_OK);
          for (gsize k = 0; k < here.n_y; k++)
            g_assert_cmpfloat (there.y[k], ==, here.y[k]);
          g_assert_cmpint (there.result.event, ==, here.result.event);
          for (guint k = 0; k < here.n; k++)
            {
              LsInstance *a = here.items[k].instance, *b = there.items[k].instance;

              g_assert_cmpfloat (ls_instance_get_time (b), ==, ls_instance_get_time (a));
              g_assert_cmpint (ls_instance_had_event (b), ==, ls_instance_had_event (a));
              n_events += ls_instance_had_event (a);
              any |= ls_instance_had_event (a);
            }
          g_assert_cmpint (here.result.event, ==, any);
        }
      g_assert_cmpuint (n_events, >, 0);
      clear (&here);
      clear (&there);
    }
}

/* Without events a step of all is one message to each helper. */
static void
test_messages (void)
{
  Batch batch = { .n = 0 };
  guint before[3];

  if (isolation == LS_ISOLATION_NONE)
    {
      g_test_skip ("in this process there are no messages");
      return;
    }
  add (&batch, begin ("fmi3/prey.fmu", 0));
  add (&batch, begin ("fmi1/prey.fmu", 0));
  add (&batch, begin ("prey.fmu", 0));
  for (int i = 0; i < 20; i++)
    {
      for (guint k = 0; k < 3; k++)
        before[k] = count_messages (batch.items[k].instance);
      give_inputs (&batch, i);
      g_assert_cmpint (step (&batch, STEP), ==, LS_OK);
      for (guint k = 0; k < 3; k++)
        g_assert_cmpuint (count_messages (batch.items[k].instance), ==, before[k] + 1);
    }
  clear (&batch);
}

typedef struct
{
  const char *fault;
  LsStatus status;
  const char *log; /* with the digit of the version, or none */
} FaultCase;

static const FaultCase fault_cases[] = {
  { "none", LS_OK, NULL },
  { "warning", LS_OK, "warning: x: fmi%sDoStep at t = 0.25 s: returned fmi%sWarning: this step" },
  { "discard", LS_RETRY,
    "warning: x: fmi%sDoStep at t = 0.25 s: returned fmi%sDiscard: this step" },
  { "error", LS_STOP, "error: x: fmi%sDoStep at t = 0.25 s: returned fmi%sError: this step" },
  { "fatal", LS_STOP, "error: x: fmi%sDoStep at t = 0.25 s: returned fmi%sFatal: this step" },
};

static LsInstance *
start_version (const char *version, const char *fault, LsLog *log)
{
  g_autofree char *file = g_strdup_printf ("faulty%s.fmu", version);
  LsInstance *self = start (file, LS_KIND_CO_SIMULATION, log);
  g_autoptr (GError) error = NULL;

  ls_instance_set_text (self, ls_description_find (ls_instance_get_description (self), "fault"),
                        fault, &error);
  g_assert_no_error (error);
  initialise (self);
  return self;
}

/* One of three fails, at each place: who it was, when and in which call; those before it have
 * stepped, those behind it have not. */
static void
check_fault (const FaultCase *expected, const char *version, guint place)
{
  static const char *const others[] = { "fmi3/prey.fmu", "prey.fmu", "fmi1/prey.fmu" };
  const char *digit = version[0] == '\0' ? "2" : strcmp (version, "-fmi3") == 0 ? "3" : "";
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LsLog) log = ls_log_new (collect, text);
  g_autofree char *line = NULL;
  Batch batch = { .n = 0 };

  for (guint k = 0; k < 3; k++)
    add (&batch, k == place ? start_version (version, expected->fault, log) : begin (others[k], 0));
  g_assert_cmpint (step (&batch, 0.25), ==, LS_OK);
  g_assert_cmpstr (text->str, ==, "");
  g_assert_cmpint (step (&batch, 0.25), ==, expected->status);
  if (expected->status != LS_OK)
    g_assert_cmpuint (batch.result.failed, ==, place);
  for (guint k = 0; k < 3; k++)
    g_assert_cmpfloat (ls_instance_get_time (batch.items[k].instance), ==,
                       expected->status == LS_OK || k < place ? 0.5 : 0.25);
  if (expected->log != NULL)
    {
      G_GNUC_BEGIN_IGNORE_DEPRECATIONS
      line = g_strdup_printf (expected->log, digit, digit);
      G_GNUC_END_IGNORE_DEPRECATIONS
      if (strstr (text->str, line) == NULL)
        g_error ("“%s” is not in “%s”", line, text->str);
    }
  else
    g_assert_cmpstr (text->str, ==, "");
  /* Its own message, of the same call. */
  if (expected->log != NULL && strstr (text->str, "DoStep at t = 0.25 s: [logStatus") == NULL)
    g_error ("no message of the FMU in “%s”", text->str);
  clear (&batch);
}

static void
test_faults (void)
{
  static const char *const versions[] = { "", "-fmi1", "-fmi3" };

  for (guint i = 0; i < G_N_ELEMENTS (fault_cases); i++)
    for (guint v = 0; v < G_N_ELEMENTS (versions); v++)
      for (guint place = 0; place < 3; place++)
        {
          g_test_message ("%s%s at %u", fault_cases[i].fault, versions[v], place);
          check_fault (&fault_cases[i], versions[v], place);
        }
}

/* A discarded step is repeated smaller, from the saved states. x' = -x. */
static void
test_retry (void)
{
  Batch batch = { .n = 0 };
  LsSavedState *states[2] = { NULL, NULL };
  const double largest = 0.11;

  add (&batch, start_version ("", "none", NULL));
  add (&batch, start_version ("-fmi3", "discard", NULL));
  ls_instance_set_real (batch.items[1].instance,
                        reference (batch.items[1].instance, "largest_step"), 1, &largest);
  g_assert_cmpint (step (&batch, 0.45), ==, LS_OK);
  for (guint k = 0; k < 2; k++)
    g_assert_cmpint (ls_instance_save (batch.items[k].instance, &states[k]), ==, LS_OK);
  g_assert_cmpint (step (&batch, 0.2), ==, LS_RETRY);
  g_assert_cmpuint (batch.result.failed, ==, 1);
  for (guint k = 0; k < 2; k++)
    g_assert_cmpint (ls_instance_restore (batch.items[k].instance, states[k]), ==, LS_OK);
  for (int i = 0; i < 2; i++)
    g_assert_cmpint (step (&batch, 0.1), ==, LS_OK);
  for (guint k = 0; k < 2; k++)
    {
      /* The solver inside works to 1e-12, and better in steps as short. */
      g_assert_cmpfloat_with_epsilon (batch.y[k], exp (-0.65), 1e-13);
      ls_instance_free_state (batch.items[k].instance, states[k]);
    }
  clear (&batch);
}

int
main (int argc, char **argv)
{
  isolation = init_instances (&argc, &argv);
  g_test_add_func ("/fmi/batch/same", test_same);
  g_test_add_func ("/fmi/batch/messages", test_messages);
  g_test_add_func ("/fmi/batch/faults", test_faults);
  g_test_add_func ("/fmi/batch/retry", test_retry);
  return g_test_run ();
}
