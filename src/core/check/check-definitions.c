/* Rules for units and declared types (FMI 2.0, sections 2.2.2 and 2.2.3). */
#include "core/check/check-impl.h"

#include <glib/gi18n-lib.h>
#include <stdint.h>
#include <math.h>
#include <string.h>

static void
check_unit (const LsUnit *self, GPtrArray *findings)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  if (self->has_base && !(self->factor != 0 && isfinite (self->factor) && isfinite (self->offset)))
    ls_finding_add (findings, LS_FINDING_ERROR, "unit-factor", self->line, self->name,
                    _ ("factor %g and offset %g are no conversion"), self->factor, self->offset);
  for (guint i = 0; i < self->n_display_units; i++)
    {
      const LsDisplayUnit *display = &self->display_units[i];

      if (!g_hash_table_add (names, display->name))
        ls_finding_add (findings, LS_FINDING_ERROR, "display-unit-unique", self->line, self->name,
                        _ ("the display unit %s is there twice"), display->name);
      if (!(display->factor != 0 && isfinite (display->factor) && isfinite (display->offset)))
        ls_finding_add (findings, LS_FINDING_ERROR, "display-unit-factor", self->line, self->name,
                        _ ("factor %g and offset %g of the display unit %s are no conversion"),
                        display->factor, display->offset, display->name);
    }
}

static gboolean
has_display_unit (const LsUnit *unit, const char *name)
{
  for (guint i = 0; i < unit->n_display_units; i++)
    if (g_str_equal (unit->display_units[i].name, name))
      return TRUE;
  return g_str_equal (unit->name, name);
}

/* For types and variables. @units: name -> LsUnit */
static void
check_units_of (GHashTable *units,
                const char *unit_name,
                const char *display_name,
                int line,
                const char *subject,
                GPtrArray *findings)
{
  const LsUnit *unit = unit_name != NULL ? g_hash_table_lookup (units, unit_name) : NULL;

  if (unit_name != NULL && unit == NULL)
    ls_finding_add (findings, LS_FINDING_ERROR, "unit-declared", line, subject,
                    _ ("the unit %s is not in UnitDefinitions"), unit_name);
  if (display_name != NULL && unit_name == NULL)
    ls_finding_add (findings, LS_FINDING_ERROR, "display-unit-needs-unit", line, subject,
                    _ ("there is a display unit, %s, but no unit"), display_name);
  if (display_name != NULL && unit != NULL && !has_display_unit (unit, display_name))
    ls_finding_add (findings, LS_FINDING_ERROR, "display-unit-declared", line, subject,
                    _ ("the unit %s has no display unit %s"), unit_name, display_name);
}

static void
check_items (const LsDeclaredType *self, GPtrArray *findings)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) values = g_hash_table_new (g_int64_hash, g_int64_equal);

  if (self->n_items == 0)
    ls_finding_add (findings, LS_FINDING_ERROR, "items-present", self->line, self->name,
                    _ ("the enumeration has no item"));
  for (guint i = 0; i < self->n_items; i++)
    {
      const LsEnumerationItem *item = &self->items[i];

      if (!g_hash_table_add (names, item->name))
        ls_finding_add (findings, LS_FINDING_ERROR, "item-name-unique", self->line, self->name,
                        _ ("the item %s is there twice"), item->name);
      if (!g_hash_table_add (values, (gpointer)&item->value))
        ls_finding_add (findings, LS_FINDING_ERROR, "item-value-unique", self->line, self->name,
                        _ ("the item %s has the value %jd of another item"), item->name,
                        (intmax_t)item->value);
    }
}

static void
check_type (const LsDescription *description,
            GHashTable *units,
            const LsDeclaredType *self,
            GPtrArray *findings)
{
  if (ls_description_find (description, self->name) != NULL)
    ls_finding_add (findings, LS_FINDING_ERROR, "type-name-differs", self->line, self->name,
                    _ ("the type has the name of a variable"));
  if (!(self->min <= self->max))
    ls_finding_add (findings, LS_FINDING_ERROR, "bounds-order", self->line, self->name,
                    _ ("the minimum %g is above the maximum %g"), self->min, self->max);
  if (self->has_nominal && !(self->nominal > 0))
    ls_finding_add (findings, LS_FINDING_ERROR, "nominal-positive", self->line, self->name,
                    _ ("nominal is %g but has to be positive"), self->nominal);
  check_units_of (units, self->unit, self->display_unit, self->line, self->name, findings);
  if (self->type == LS_TYPE_ENUMERATION)
    check_items (self, findings);
}

void
ls_check_definitions (const LsDescription *description, GPtrArray *findings)
{
  g_autoptr (GHashTable) units = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) types = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < description->n_units; i++)
    {
      LsUnit *unit = &description->units[i];

      if (!g_hash_table_insert (units, unit->name, unit))
        ls_finding_add (findings, LS_FINDING_ERROR, "unit-unique", unit->line, unit->name,
                        _ ("the unit is there twice"));
      check_unit (unit, findings);
    }
  for (guint i = 0; i < description->n_declared_types; i++)
    {
      const LsDeclaredType *type = &description->declared_types[i];

      if (!g_hash_table_add (types, type->name))
        ls_finding_add (findings, LS_FINDING_ERROR, "type-unique", type->line, type->name,
                        _ ("the type is there twice"));
      check_type (description, units, type, findings);
    }
  for (guint i = 0; i < description->n_variables; i++)
    {
      const LsVariable *variable = &description->variables[i];

      /* Errors of a declared type are reported there. */
      if (variable->type == LS_TYPE_REAL && variable->declared_type < 0)
        check_units_of (units, variable->unit_name, variable->display_unit, variable->line,
                        variable->name, findings);
    }
}
