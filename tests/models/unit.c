#include "unit.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdlib.h>

/* Allocation has no argument for its caller; tests run on one thread. */
static unsigned n_allocations;

static void *
allocate (size_t n, size_t size)
{
  n_allocations++;
  return calloc (n, size);
}

G_GNUC_PRINTF (5, 6)
static void
log_message (fmi2ComponentEnvironment environment,
             fmi2String name,
             fmi2Status status,
             fmi2String category,
             fmi2String message,
             ...)
{
  Unit *self = environment;
  va_list arguments;

  g_assert_cmpstr (name, ==, "unit 100%");
  g_assert_cmpint (status, <=, fmi2Pending);
  va_start (arguments, message);
  g_autofree char *text = g_strdup_vprintf (message, arguments);
  va_end (arguments);
  g_ptr_array_add (self->messages, g_strdup_printf ("%s: %s", category, text));
}

static char *
find_guid (const char *xml)
{
  g_autoptr (GRegex) regex = g_regex_new ("guid=\"([^\"]*)\"", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  g_assert_true (g_regex_match (regex, xml, 0, &match));
  return g_match_info_fetch (match, 1);
}

Unit *
unit_new (const char *library, const char *xml, fmi2Type kind)
{
  Unit *self = g_new0 (Unit, 1);
  g_autofree char *library_path = g_build_filename (g_getenv ("BUILD_ROOT"), library, NULL);
  g_autofree char *xml_path = g_build_filename (g_getenv ("SOURCE_ROOT"), xml, NULL);

  g_assert_true (g_file_get_contents (xml_path, &self->xml, NULL, NULL));
  self->guid = find_guid (self->xml);
  self->messages = g_ptr_array_new_with_free_func (g_free);
  self->library = dlopen (library_path, RTLD_NOW | RTLD_LOCAL);
  if (self->library == NULL)
    g_error ("%s", dlerror ());
#define FIND(name) self->name = (fmi2##name##TYPE *)dlsym (self->library, "fmi2" #name);
  UNIT_MANDATORY (FIND)
  UNIT_OTHERS (FIND)
  self->callbacks = (fmi2CallbackFunctions){
    .logger = log_message,
    .allocateMemory = allocate,
    .freeMemory = free,
    .componentEnvironment = self,
  };
  self->c = self->Instantiate ("unit 100%", kind, self->guid, "file:///nowhere", &self->callbacks,
                               fmi2False, fmi2False);
  return self;
}

void
unit_start (Unit *self)
{
  unit_ok (self->SetupExperiment (self->c, fmi2False, 0, 0, fmi2False, 0));
  unit_ok (self->EnterInitializationMode (self->c));
  unit_ok (self->ExitInitializationMode (self->c));
}

Unit *
unit_slave (const char *library, const char *xml)
{
  Unit *self = unit_new (library, xml, fmi2CoSimulation);

  g_assert_nonnull (self->c);
  unit_start (self);
  return self;
}

Unit *
unit_exchange (const char *library, const char *xml)
{
  Unit *self = unit_new (library, xml, fmi2ModelExchange);
  fmi2EventInfo info;

  g_assert_nonnull (self->c);
  unit_start (self);
  do
    unit_ok (self->NewDiscreteStates (self->c, &info));
  while (info.newDiscreteStatesNeeded);
  unit_ok (self->EnterContinuousTimeMode (self->c));
  return self;
}

void
unit_free (Unit *self)
{
  self->FreeInstance (self->c);
  dlclose (self->library);
  g_ptr_array_unref (self->messages);
  g_free (self->guid);
  g_free (self->xml);
  g_free (self);
}

unsigned
unit_allocations (void)
{
  return n_allocations;
}

double
unit_get (Unit *self, fmi2ValueReference reference)
{
  double value;

  unit_ok (self->GetReal (self->c, &reference, 1, &value));
  return value;
}

void
unit_set (Unit *self, fmi2ValueReference reference, double value)
{
  unit_ok (self->SetReal (self->c, &reference, 1, &value));
}

void
unit_set_derivative (Unit *self, fmi2ValueReference reference, int order, double value)
{
  unit_ok (self->SetRealInputDerivatives (self->c, &reference, 1, &order, &value));
}

double
unit_output_derivative (Unit *self, fmi2ValueReference reference)
{
  const int order = 1;
  double value;

  unit_ok (self->GetRealOutputDerivatives (self->c, &reference, 1, &order, &value));
  return value;
}

double
unit_partial (Unit *self, fmi2ValueReference unknown, fmi2ValueReference known)
{
  const double seed = 1;
  double value;

  unit_ok (self->GetDirectionalDerivative (self->c, &unknown, 1, &known, 1, &seed, &value));
  return value;
}

const char *
unit_last_message (Unit *self)
{
  return self->messages->len ? g_ptr_array_index (self->messages, self->messages->len - 1) : "";
}
