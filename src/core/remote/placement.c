#include "core/remote/placement.h"

#include "core/base/status.h"
#include "core/remote/parcel.h"
#include "core/remote/system-remote.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <sys/stat.h>

/**
 * LsPlacement:
 * @nodes, @own: as of ls_placement_new(), copied
 * @owners: name of a component to its worker + 1
 * @folders: "node\ndigest" to the folder of that FMU there
 * @digests: folder of an FMU here to its digest
 * @loads: n_workers
 */
struct LsPlacement
{
  LsPool *pool;
  guint n_workers;
  char **nodes, *own;
  GHashTable *owners, *folders, *digests;
  double *loads;
};

LsPlacement *
ls_placement_new (LsPool *pool, const char *const nodes[], const char *own)
{
  g_return_val_if_fail (pool != NULL && ls_pool_get_n_workers (pool) > 0, NULL);

  LsPlacement *self = g_new0 (LsPlacement, 1);

  self->pool = pool;
  self->n_workers = ls_pool_get_n_workers (pool);
  self->nodes = g_new0 (char *, self->n_workers + 1);
  for (guint i = 0; i < self->n_workers; i++)
    self->nodes[i] = g_strdup (nodes[i]);
  self->own = g_strdup (own);
  self->owners = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->digests = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->loads = g_new0 (double, self->n_workers);
  return self;
}

void
ls_placement_free (LsPlacement *self)
{
  if (self == NULL)
    return;
  g_strfreev (self->nodes);
  g_free (self->own);
  g_hash_table_unref (self->owners);
  g_hash_table_unref (self->folders);
  g_hash_table_unref (self->digests);
  g_free (self->loads);
  g_free (self);
}

/* ---- FMUs for other machines ------------------------------------------------------------- */

/* Answers of LS_ASK_FILE. @folder: (out): of the worker */
static gboolean
send_file (LsPlacement *self,
           guint worker,
           const char *path,
           const char *name,
           char **folder,
           GError **error)
{
  g_autofree char *data = NULL, *who = NULL;
  GByteArray *message;
  LsMessageReader answer;
  struct stat about;
  gsize size;
  int code;

  if (!g_file_get_contents (path, &data, &size, error))
    return FALSE;
  message = ls_pool_begin (self->pool, worker, LS_ASK_FILE, 0);
  ls_message_put_text (message, name);
  ls_message_put_count (message, stat (path, &about) == 0 ? about.st_mode & 0700 : 0600);
  ls_message_put_bytes (message, data, size);
  if (!ls_pool_ask (self->pool, &answer))
    {
      g_propagate_error (error, g_error_copy (ls_pool_get_loss (self->pool)));
      return FALSE;
    }
  if (ls_message_get_count (&answer) != 0)
    {
      g_free (*folder);
      *folder = g_strdup (ls_message_take_text (&answer));
      return TRUE;
    }
  code = (int)ls_message_get_count (&answer);
  who = ls_pool_describe (self->pool, worker);
  return ls_fail (error, code, _ ("%s (%s)"), ls_message_take_text (&answer), who);
}

static gboolean
send_folder (LsPlacement *self,
             guint worker,
             const char *path,
             const char *name,
             char **folder,
             GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, error);
  const char *entry;

  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *full = g_build_filename (path, entry, NULL);
      g_autofree char *inside = g_build_filename (name, entry, NULL);
      const gboolean is_folder = g_file_test (full, G_FILE_TEST_IS_DIR);

      if (g_file_test (full, G_FILE_TEST_IS_SYMLINK))
        continue;
      if (!(is_folder ? send_folder : send_file) (self, worker, full, inside, folder, error))
        return FALSE;
    }
  return dir != NULL;
}

/* Returns: (transfer none) (nullable): where @fmu is for @worker; sent to its machine if it is not
 * there */
static const char *
find_folder (LsPlacement *self, guint worker, LsFmu *fmu, GError **error)
{
  const char *here = ls_fmu_get_directory (ls_fmu_get_opened (fmu));
  g_autofree char *key = NULL, *folder = NULL;
  const char *digest, *there;
  char *place;

  if (g_strcmp0 (self->nodes[worker], self->own) == 0)
    return here;
  if (g_hash_table_lookup (self->digests, here) == NULL)
    g_hash_table_insert (self->digests, g_strdup (here), ls_fmu_make_digest (fmu));
  digest = g_hash_table_lookup (self->digests, here);
  key = g_strdup_printf ("%s\n%s", self->nodes[worker], digest);
  there = g_hash_table_lookup (self->folders, key);
  if (there != NULL)
    return there;
  if (!send_folder (self, worker, here, digest, &folder, error))
    return NULL;
  place = g_build_filename (folder, digest, NULL);
  g_hash_table_insert (self->folders, g_steal_pointer (&key), place);
  return place;
}

/* ---- Sharing out ------------------------------------------------------------------------- */

static gint
compare_costs (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const double *costs = user_data;
  const guint x = *(const guint *)a, y = *(const guint *)b;

  if (costs[x] != costs[y])
    return costs[x] < costs[y] ? 1 : -1;
  return (x > y) - (x < y);
}

void
ls_placement_share (const double costs[], guint n, guint n_workers, guint owners[], double loads[])
{
  g_return_if_fail (n_workers > 0);

  g_autofree guint *order = g_new (guint, n + 1);

  for (guint i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint)n, sizeof *order, compare_costs, (gpointer)costs);
  for (guint i = 0; i < n_workers; i++)
    loads[i] = 0.0;
  for (guint i = 0; i < n; i++)
    {
      guint least = 0;

      for (guint w = 1; w < n_workers; w++)
        if (loads[w] < loads[least])
          least = w;
      owners[order[i]] = least;
      loads[least] += costs[order[i]];
    }
}

/* Of components that cost the same. */
static char *
get_kind (const LsComponent *component)
{
  return g_strdup_printf (
      "%s\n%d\n%s\n%s\n%s", ls_fmu_get_directory (ls_fmu_get_opened (component->fmu)),
      (int)component->implementation, component->solver != NULL ? component->solver : "",
      component->inner_steps != NULL ? component->inner_steps : "",
      component->own_step != NULL ? component->own_step : "");
}

typedef struct
{
  LsPlacement *placement;
  const LsModel *model;
  double start_time, stop_time, step_size;
  GArray *firsts; /* element-type guint: a component of each kind */
  GPtrArray *parcels;
  double *times; /* of each kind, s */
} Measurement;

static void
measure_kind (guint kind, gpointer data)
{
  const Measurement *self = data;
  const GByteArray *parcel = self->parcels->pdata[kind];
  LsPlacement *placement = self->placement;
  GByteArray *message
      = ls_pool_begin (placement->pool, kind % placement->n_workers, LS_ASK_MEASURE, 0);
  LsMessageReader answer;

  ls_message_put_real (message, self->start_time);
  ls_message_put_real (message, self->stop_time);
  ls_message_put_real (message, self->step_size);
  ls_message_put_bytes (message, parcel->data, parcel->len);
  self->times[kind] = ls_pool_ask (placement->pool, &answer) ? ls_message_get_real (&answer) : 0.0;
}

static GByteArray *
make_parcel (LsPlacement *self, guint worker, const LsComponent *component, GError **error)
{
  const char *folder = find_folder (self, worker, component->fmu, error);
  GByteArray *parcel;

  if (folder == NULL)
    return NULL;
  parcel = g_byte_array_new ();
  ls_parcel_pack (parcel, component, folder);
  return parcel;
}

/* @kinds: of each component. */
static gboolean
measure_kinds (Measurement *self, GError **error)
{
  gboolean well = TRUE;

  self->parcels = g_ptr_array_new_with_free_func ((GDestroyNotify)g_byte_array_unref);
  self->times = g_new0 (double, self->firsts->len + 1);
  for (guint i = 0; i < self->firsts->len && well; i++)
    {
      LsComponent *copy = ls_component_copy (
          ls_model_get_component (self->model, g_array_index (self->firsts, guint, i)));
      GByteArray *parcel;

      copy->macro_step = self->step_size;
      parcel = make_parcel (self->placement, i % self->placement->n_workers, copy, error);
      well = parcel != NULL;
      if (well)
        g_ptr_array_add (self->parcels, parcel);
      ls_component_free (copy);
    }
  if (well)
    ls_pool_run (self->placement->pool, self->firsts->len, measure_kind, NULL, self);
  g_clear_pointer (&self->parcels, g_ptr_array_unref);
  return well;
}

/* Returns: (transfer full): the kind of each component; @firsts: one of each kind */
static guint *
list_kinds (const LsModel *model, GArray *firsts)
{
  const guint n = ls_model_get_n_components (model);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint *kinds = g_new0 (guint, n + 1);

  for (guint k = 0; k < n; k++)
    {
      char *kind = get_kind (ls_model_get_component (model, k));
      const guint place = GPOINTER_TO_UINT (g_hash_table_lookup (known, kind));

      kinds[k] = place > 0 ? place - 1 : firsts->len;
      if (place > 0)
        {
          g_free (kind);
          continue;
        }
      g_array_append_val (firsts, k);
      g_hash_table_insert (known, kind, GUINT_TO_POINTER (firsts->len));
    }
  return kinds;
}

/* @costs: (out): of each component, s; 1 where they all cost the same */
static gboolean
find_costs (Measurement *self, gboolean measures, double costs[], GError **error)
{
  const guint n = ls_model_get_n_components (self->model);
  g_autofree guint *kinds = NULL;
  gboolean well = TRUE;

  self->firsts = g_array_new (FALSE, FALSE, sizeof (guint));
  kinds = list_kinds (self->model, self->firsts);
  measures = measures && self->firsts->len > 1 && self->placement->n_workers > 1;
  if (measures)
    well = measure_kinds (self, error);
  for (guint k = 0; k < n; k++)
    /* What took no time that can be measured is not for nothing. */
    costs[k] = measures && well ? fmax (self->times[kinds[k]], 1e-7) : 1.0;
  g_array_unref (self->firsts);
  g_free (self->times);
  return well;
}

gboolean
ls_placement_prepare (LsPlacement *self,
                      const LsModel *model,
                      gboolean measures,
                      double start_time,
                      double stop_time,
                      double step_size,
                      GError **error)
{
  g_return_val_if_fail (self != NULL && model != NULL, FALSE);

  const guint n = ls_model_get_n_components (model);
  Measurement measurement = { .placement = self,
                              .model = model,
                              .start_time = start_time,
                              .stop_time = stop_time,
                              .step_size = step_size };
  g_autofree double *costs = g_new0 (double, n + 1);
  g_autofree guint *owners = g_new0 (guint, n + 1);

  for (guint k = 0; k < n; k++)
    if (ls_model_get_component (model, k)->fmu == NULL)
      return ls_fail (error, LS_ERROR_MODEL, _ ("%s has no FMU"),
                      ls_model_get_component (model, k)->name);
  if (!find_costs (&measurement, measures, costs, error))
    return FALSE;
  ls_placement_share (costs, n, self->n_workers, owners, self->loads);
  g_hash_table_remove_all (self->owners);
  for (guint k = 0; k < n; k++)
    g_hash_table_insert (self->owners, g_strdup (ls_model_get_component (model, k)->name),
                         GUINT_TO_POINTER (owners[k] + 1));
  return TRUE;
}

guint
ls_placement_find (const LsPlacement *self, const char *component)
{
  g_return_val_if_fail (self != NULL && component != NULL, 0);

  const guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->owners, component));

  return place > 0 ? place - 1 : 0;
}

double
ls_placement_get_cost (const LsPlacement *self, guint worker)
{
  g_return_val_if_fail (self != NULL, NAN);

  return worker < self->n_workers ? self->loads[worker] : NAN;
}

/* ---- Systems ----------------------------------------------------------------------------- */

LsSystem *
ls_placement_make (const LsComponent *component,
                   double start_time,
                   double stop_time,
                   double tolerance,
                   LsLog *log,
                   gpointer user_data,
                   GError **error)
{
  g_return_val_if_fail (component != NULL && component->fmu != NULL && user_data != NULL, NULL);

  LsPlacement *self = user_data;
  const guint worker = ls_placement_find (self, component->name);
  const LsDescription *description = ls_fmu_get_description (component->fmu);
  g_autoptr (GByteArray) parcel = make_parcel (self, worker, component, error);

  if (parcel == NULL)
    return NULL;
  return ls_system_remote_new (&(LsRemoteOrder){ .pool = self->pool,
                                                 .worker = worker,
                                                 .parcel = parcel,
                                                 .variables = description->variables,
                                                 .n_variables = description->n_variables,
                                                 .by_name = description->by_name,
                                                 .keeps = ls_fmu_ref (component->fmu),
                                                 .let_go = (GDestroyNotify)ls_fmu_unref },
                               start_time, stop_time, tolerance, log, error);
}

GHashTable *
ls_placement_new_fmus (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)ls_fmu_unref);
}

LsSystem *
ls_placement_serve (LsMessageReader *parcel,
                    double start_time,
                    double stop_time,
                    double tolerance,
                    LsLog *log,
                    gpointer user_data,
                    GError **error)
{
  g_return_val_if_fail (parcel != NULL && user_data != NULL, NULL);

  LsComponent *component = ls_parcel_open (parcel, user_data, error);
  LsSystem *system;

  if (component == NULL)
    return NULL;
  system = ls_system_new_here (component, start_time, stop_time, tolerance, log, error);
  ls_component_free (component);
  return system;
}
