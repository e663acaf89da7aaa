/* The rest of an SSP document, kept for writing. */
#include "core/model/ssp-origin.h"

LsOrigin *
ls_origin_new (void)
{
  LsOrigin *self = g_new0 (LsOrigin, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->fmu_entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->scale = 1.0;
  return self;
}

LsOrigin *
ls_origin_ref (LsOrigin *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ls_origin_unref (LsOrigin *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->skeleton, xmlFreeDoc);
  g_clear_pointer (&self->archive, ls_tempdir_unref);
  g_hash_table_unref (self->fmu_entries);
  g_free (self);
}
