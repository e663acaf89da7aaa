#include "core/stability/trial.h"

#include "core/coupling/coupling-impl.h"
#include "core/system/system-linear.h"
#include "core/system/system-paced.h"

#include <math.h>
#include <string.h>

struct LsTrial
{
  const LsLinearModel *model;
  const LsCouplingMethod *method;
  gpointer state;
  LsNetwork network;
  gsize *memory_sizes; /* of the linear systems, doubles */
  /* While memory is visited. */
  guint8 *next;
  gboolean writes;
};

/* Of every system its block of the matrices. */
static double *
take_block (const double matrix[], guint width, guint row, guint rows, guint column, guint columns)
{
  double *block = g_new0 (double, (gsize)rows *columns + 1);

  for (guint i = 0; i < rows; i++)
    memcpy (block + (gsize)i * columns, matrix + (gsize)(row + i) * width + column,
            columns * sizeof (double));
  return block;
}

static LsSystem *
make_system (LsTrial *self, guint k, const double input_sizes[], const double output_sizes[])
{
  const LsLinearModel *model = self->model;
  const guint x = model->state_offset[k], n_x = model->state_offset[k + 1] - x;
  const guint u = model->in_offset[k], n_in = model->in_offset[k + 1] - u;
  const guint y = model->out_offset[k], n_out = model->out_offset[k + 1] - y;
  g_autofree double *a = take_block (model->a, model->n_state, x, n_x, x, n_x);
  g_autofree double *b = take_block (model->b, model->n_in, x, n_x, u, n_in);
  g_autofree double *c = take_block (model->c, model->n_state, y, n_out, x, n_x);
  g_autofree double *d = take_block (model->d, model->n_in, y, n_out, u, n_in);
  g_autofree char *name
      = model->names[k] != NULL ? g_strdup (model->names[k]) : g_strdup_printf ("%u", k + 1);
  const LsSystemLinearParams params = { .name = name,
                                        .n_in = n_in,
                                        .n_out = n_out,
                                        .n_x = n_x,
                                        .a = a,
                                        .b = b,
                                        .c = c,
                                        .d = d,
                                        .input_nominals = input_sizes + u,
                                        .output_nominals = output_sizes + y,
                                        .missing = model->missing[k] };
  const LsPace pace = { .kind = LS_PACE_INNER, .inner = model->inner_steps[k] };
  LsSystem *system
      = ls_system_linear_new (&params, 0.0, self->network.stop_time, self->network.log);

  self->memory_sizes[k] = ls_system_linear_get_memory_size (system);
  return pace.inner > 1 ? ls_system_paced_new (system, &pace) : system;
}

/* Nothing is a jump here: the detector is given ranges beyond all numbers. */
static LsJumpDetector *
make_detector (guint n)
{
  g_autofree double *nominals = g_new (double, (gsize)n + 1);

  for (guint i = 0; i < n; i++)
    nominals[i] = G_MAXDOUBLE;
  return ls_jump_detector_new (n, nominals);
}

static void
make_network (LsTrial *self, const double input_sizes[], const double output_sizes[])
{
  const LsLinearModel *model = self->model;
  LsNetwork *network = &self->network;

  network->log = ls_log_new (NULL, NULL);
  network->stop_time = 1e9;
  network->restarted = TRUE;
  network->residual = NAN;
  network->n_in = model->n_in;
  network->n_out = model->n_out;
  network->systems = g_new0 (LsSystem *, model->n_systems + 1);
  network->in_offset = model->in_offset;
  network->out_offset = model->out_offset;
  network->source = model->source;
  network->u = g_new0 (double, (gsize)model->n_in + 1);
  network->y = g_new0 (double, (gsize)model->n_out + 1);
  network->dy = g_new0 (double, (gsize)model->n_out + 1);
  network->jump_detector = make_detector (model->n_out);
  for (guint k = 0; k < model->n_systems; k++)
    {
      network->systems[k] = make_system (self, k, input_sizes, output_sizes);
      network->n_systems = k + 1;
      ls_system_start (network->systems[k]);
    }
}

LsTrial *
ls_trial_new (const LsLinearModel *model,
              const double input_sizes[],
              const double output_sizes[],
              const LsCouplingMethod *method,
              const LsOptions *options,
              GError **error)
{
  g_return_val_if_fail (model != NULL && method != NULL, NULL);

  g_autoptr (LsTrial) self = g_new0 (LsTrial, 1);

  self->model = model;
  self->method = method;
  self->memory_sizes = g_new0 (gsize, (gsize)model->n_systems + 1);
  make_network (self, input_sizes, output_sizes);
  self->state = method->prepare (&self->network, options, error);
  return self->state != NULL ? g_steal_pointer (&self) : NULL;
}

void
ls_trial_free (LsTrial *self)
{
  LsNetwork *network;

  if (self == NULL)
    return;
  network = &self->network;
  if (self->state != NULL)
    self->method->free (self->state);
  for (guint k = 0; k < network->n_systems; k++)
    ls_system_free (network->systems[k]);
  g_free (self->memory_sizes);
  g_free (network->systems);
  g_free (network->u);
  g_free (network->y);
  g_free (network->dy);
  ls_jump_detector_free (network->jump_detector);
  ls_log_unref (network->log);
  g_free (self);
}

gboolean
ls_trial_knows_memory (const LsTrial *self)
{
  g_return_val_if_fail (self != NULL, FALSE);
  return ls_coupling_method_visit_state (self->method, self->state, NULL, NULL);
}

/* As the master does it. */
LsStatus
ls_trial_step (LsTrial *self, double h)
{
  LsNetwork *network = &self->network;
  LsStatus status;

  network->end_time = network->time + h;
  network->discontinuity = FALSE;
  network->next_step = 0.0;
  network->rejected = FALSE;
  status = self->method->step (self->state, network, h);
  if (status != LS_OK)
    return status;
  network->time = network->end_time;
  network->restarted = network->discontinuity;
  return network->discontinuity ? LS_STOP : LS_OK;
}

/* ---- Memory ----------------------------------------------------------------------------- */

/* In whole doubles, so that all pieces lie where numbers do. */
static gsize
round_up (gsize size)
{
  return (size + sizeof (double) - 1) / sizeof (double) * sizeof (double);
}

static void
count_cb (gpointer memory G_GNUC_UNUSED, gsize size, gpointer user_data)
{
  *(gsize *)user_data += round_up (size);
}

static void
copy_cb (gpointer memory, gsize size, gpointer user_data)
{
  LsTrial *self = user_data;

  if (self->writes)
    memcpy (memory, self->next, size);
  else
    {
      memset (self->next, 0, round_up (size));
      memcpy (self->next, memory, size);
    }
  self->next += round_up (size);
}

/* Inputs first. What looks for jumps finds none here. */
static void
visit (LsTrial *self, LsVisitMemoryFunc func, gpointer user_data)
{
  LsNetwork *network = &self->network;

  func (network->u, network->n_in * sizeof (double), user_data);
  func (network->y, network->n_out * sizeof (double), user_data);
  func (network->dy, network->n_out * sizeof (double), user_data);
  for (guint k = 0; k < network->n_systems; k++)
    ls_system_visit_state (network->systems[k], func, user_data);
  func (&network->time, sizeof network->time, user_data);
  func (&network->restarted, sizeof network->restarted, user_data);
  ls_coupling_method_visit_state (self->method, self->state, func, user_data);
}

gsize
ls_trial_get_size (LsTrial *self)
{
  g_return_val_if_fail (self != NULL, 0);

  gsize size = 0;

  visit (self, count_cb, &size);
  return size / sizeof (double);
}

void
ls_trial_read (LsTrial *self, double memory[])
{
  g_return_if_fail (self != NULL);

  self->writes = FALSE;
  self->next = (guint8 *)memory;
  visit (self, copy_cb, self);
}

void
ls_trial_write (LsTrial *self, const double memory[])
{
  g_return_if_fail (self != NULL);

  self->writes = TRUE;
  self->next = (guint8 *)memory;
  visit (self, copy_cb, self);
  if (self->method->restored != NULL)
    self->method->restored (self->state);
}

/* Of a linear system the time and then the states are where its memory begins. */
void
ls_trial_list_states (LsTrial *self, gsize places[])
{
  g_return_if_fail (self != NULL);

  const LsNetwork *network = &self->network;
  const LsLinearModel *model = self->model;
  gsize begin = ((gsize)network->n_in + 2 * (gsize)network->n_out) * sizeof (double);
  guint n = 0;

  for (guint k = 0; k < network->n_systems; k++)
    {
      gsize end = begin, own;

      ls_system_visit_state (network->systems[k], count_cb, &end);
      own = self->memory_sizes[k] * sizeof (double);
      for (guint i = model->state_offset[k]; i < model->state_offset[k + 1]; i++)
        places[n++] = (end - own) / sizeof (double) + 1 + (i - model->state_offset[k]);
      begin = end;
    }
}
