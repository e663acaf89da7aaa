/* modelDescription.xml of every version of FMI with the rules checked on what was read, and two
 * more documents of an FMU: terminalsAndIcons.xml and buildDescription.xml. */
#include "fuzz.h"

#include "core/check/check.h"
#include "core/fmi/build-configuration.h"
#include "core/fmi/description-terminals.h"
#include "core/fmi/fmi-schema.h"
#include "core/fmi/fmu.h"

#include <string.h>

static void
try_description (const char *data, size_t size)
{
  g_autoptr (LsDescription) self
      = ls_description_read_memory (data, size, "modelDescription.xml", NULL);
  g_autoptr (GPtrArray) findings = NULL, results = NULL;

  if (self == NULL)
    return;
  findings = ls_check_description (self);
  ls_findings_judge (findings);
  ls_description_explain_interface (self);
  results = ls_description_list_results (self);
  for (guint i = 0; i < self->n_variables; i++)
    g_assert_nonnull (ls_description_find (self, self->variables[i].name));
}

/* Arrays of other sizes, where there are structural parameters. */
static void
try_sizes (const char *data, size_t size)
{
  g_autoptr (GHashTable) sizes = g_hash_table_new (g_str_hash, g_str_equal);
  LsDescription *self;

  if (g_strstr_len (data, (gssize)size, "structuralParameter") == NULL)
    return;
  g_hash_table_insert (sizes, (gpointer) "size", (gpointer) "3");
  self = ls_description_read_sized (data, size, "modelDescription.xml", sizes, NULL);
  g_clear_pointer (&self, ls_description_free);
}

static void
try_terminals (const void *data, size_t size)
{
  g_autoptr (LsDescription) self = ls_description_read_memory (
      fuzz_description, strlen (fuzz_description), "modelDescription.xml", NULL);
  g_autoptr (GPtrArray) findings = NULL;

  g_assert_nonnull (self);
  ls_description_read_terminals (self, fuzz_write ("terminalsAndIcons.xml", data, size));
  findings = ls_check_description (self);
}

static LsFmu *
get_fmu (void)
{
  static LsFmu *fmu;

  if (fmu != NULL)
    return fmu;
  fuzz_write ("modelDescription.xml", fuzz_description, strlen (fuzz_description));
  fuzz_write ("sources/a.c", "", 0);
  fuzz_write ("sources/b/c.c", "", 0);
  fuzz_write ("binaries/x86_64-linux/libm.a", "", 0);
  fmu = ls_fmu_open_unpacked (fuzz_folder (), "it.fmu", NULL);
  g_assert_nonnull (fmu);
  return fmu;
}

static void
try_build (const void *data, size_t size)
{
  LsFmu *fmu = get_fmu ();
  const LsInterface *interface = &ls_fmu_get_description (fmu)->co_simulation;

  fuzz_write ("sources/buildDescription.xml", data, size);
  g_assert_true (ls_build_configuration_exists (fmu, interface));
  ls_build_configuration_free (ls_build_configuration_read (fmu, interface, NULL));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *text = (const char *)data;

  if (g_strstr_len (text, (gssize)size, "<fmiTerminalsAndIcons") != NULL)
    try_terminals (data, size);
  else if (g_strstr_len (text, (gssize)size, "<fmiBuildDescription") != NULL)
    try_build (data, size);
  else
    {
      try_description (text, size);
      try_sizes (text, size);
    }
  return 0;
}
