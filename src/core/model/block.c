/* Built-in blocks: list. */
#include "core/model/block.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The GUID is that of models/blocks/ID/modelDescription.xml. */
static const struct
{
  LsBlock block;
  const char *guid;
} blocks[] = {
  { { "constant", N_ ("Constant"), N_ ("A value that stays") },
    "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b01}" },
  { { "step", N_ ("Step"), N_ ("A step from one value to another at a given time") },
    "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b02}" },
  { { "ramp", N_ ("Ramp"), N_ ("A ramp from one value to another at a constant rate") },
    "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b03}" },
  { { "sine", N_ ("Sine"), N_ ("A harmonic oscillation") },
    "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b04}" },
  { { "table", N_ ("Table"), N_ ("Values over time from a CSV file") },
    "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b08}" },
  { { "gain", N_ ("Gain"), N_ ("A value times a factor") },
    "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b05}" },
  { { "sum", N_ ("Sum"), N_ ("Sum of two values, each times a factor") },
    "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b06}" },
  { { "limiter", N_ ("Limiter"), N_ ("A value limited to a range") },
    "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b07}" },
  { { "scope", N_ ("Scope"), N_ ("Marks a signal to be shown in plots") },
    "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b09}" },
};

/* Initialised on first use. */
static LsBlock translated[G_N_ELEMENTS (blocks)];

guint
ls_block_get_n (void)
{
  return G_N_ELEMENTS (blocks);
}

const LsBlock *
ls_block_get (guint index)
{
  static gsize done = 0;

  g_return_val_if_fail (index < G_N_ELEMENTS (blocks), NULL);
  if (g_once_init_enter (&done))
    {
      for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
        translated[i] = (LsBlock){ blocks[i].block.id, _ (blocks[i].block.name),
                                   _ (blocks[i].block.summary) };
      g_once_init_leave (&done, 1);
    }
  return &translated[index];
}

const LsBlock *
ls_block_find (const LsFmu *fmu)
{
  g_return_val_if_fail (fmu != NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    if (g_strcmp0 (ls_fmu_get_description (fmu)->guid, blocks[i].guid) == 0)
      return ls_block_get (i);
  return NULL;
}

static char *
make_path (const char *folder, const char *id)
{
  g_autofree char *name = g_strconcat (id, ".fmu", NULL);

  return g_build_filename (folder, name, NULL);
}

LsFmu *
ls_block_open (const char *folder, const char *id, GError **error)
{
  g_autofree char *path = NULL;

  g_return_val_if_fail (folder != NULL && id != NULL, NULL);
  path = make_path (folder, id);
  return ls_fmu_open (path, error);
}

static gboolean
is_scope (const LsComponent *component)
{
  const LsBlock *block = component->fmu != NULL ? ls_block_find (component->fmu) : NULL;

  return block != NULL && strcmp (block->id, "scope") == 0;
}

char **
ls_block_list_scoped (const LsModel *model)
{
  GPtrArray *signals;

  g_return_val_if_fail (model != NULL, NULL);
  signals = g_ptr_array_new ();
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      const LsConnection *wire = ls_model_get_connection (model, i);
      g_autofree char *signal = NULL;

      if (!is_scope (ls_model_find_component (model, wire->to)))
        continue;
      signal = g_strdup_printf ("%s.%s", ls_model_find_component (model, wire->from)->name,
                                wire->output);
      if (!g_ptr_array_find_with_equal_func (signals, signal, g_str_equal, NULL))
        g_ptr_array_add (signals, g_steal_pointer (&signal));
    }
  g_ptr_array_add (signals, NULL);
  return (char **)g_ptr_array_free (signals, FALSE);
}
