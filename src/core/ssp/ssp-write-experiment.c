/* The experiment: DefaultExperiment and Lockstep's annotation. */
#include "core/base/number.h"
#include "core/ssp/ssp-write-impl.h"

#include <math.h>
#include <string.h>

/* Elements added by later versions of Lockstep are kept. */
static void
clear_known (xmlNode *node)
{
  static const char *const known[]
      = { "method", "signal", "change", "orbit", "plot", "layout", "variation" };
  xmlNode *next;

  for (xmlNode *child = ls_xml_child (node, NULL); child != NULL; child = next)
    {
      next = ls_xml_next (child, NULL);
      for (guint i = 0; i < G_N_ELEMENTS (known); i++)
        if (ls_xml_is (child, known[i]))
          {
            ls_ssp_xml_remove (child);
            break;
          }
    }
}

static xmlNode *
add_own (xmlNode *parent, const char *name)
{
  return xmlNewChild (parent, parent->ns, (const xmlChar *)name, NULL);
}

static void
write_change (xmlNode *parent, const LsTimedChange *change)
{
  xmlNode *node = add_own (parent, "change");

  ls_ssp_xml_set_real (node, "time", change->time);
  ls_ssp_xml_set (node, "name", change->signal);
  ls_ssp_xml_set_real (node, "value", change->value);
}

static void
write_method (xmlNode *parent, const LsMethodChoice *method)
{
  xmlNode *node = add_own (parent, "method");

  ls_ssp_xml_set (node, "id", method->method);
  for (guint i = 0; i < method->options->len; i++)
    {
      const char *text = method->options->pdata[i];
      const char *equals = strchr (text, '=');
      g_autofree char *name = g_strndup (text, equals != NULL ? (gsize)(equals - text) : 0);
      xmlNode *option;

      if (equals == NULL)
        continue;
      option = add_own (node, "option");
      ls_ssp_xml_set (option, "name", name);
      ls_ssp_xml_set (option, "value", equals + 1);
    }
}

static void
write_step_sizes (xmlNode *node, const LsExperiment *experiment)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char number[LS_NUMBER_SIZE];

  for (guint i = 0; i < experiment->step_sizes->len; i++)
    g_string_append_printf (
        text, "%s%s", i > 0 ? " " : "",
        ls_number_format (g_array_index (experiment->step_sizes, double, i), number));
  ls_ssp_xml_set (node, "step-size", text->len > 0 ? text->str : NULL);
}

static void
write_signals (xmlNode *pane, const GPtrArray *names, const char *axis)
{
  for (guint i = 0; i < names->len; i++)
    {
      xmlNode *node = add_own (pane, "signal");

      ls_ssp_xml_set (node, "name", names->pdata[i]);
      ls_ssp_xml_set (node, "axis", axis);
    }
}

static void
write_captions (xmlNode *node, const LsPlotSetup *setup)
{
  for (guint i = 0; i + 1 < setup->captions->len; i += 2)
    {
      xmlNode *caption = add_own (node, "caption");

      ls_ssp_xml_set (caption, "axis", setup->captions->pdata[i]);
      ls_ssp_xml_set (caption, "text", setup->captions->pdata[i + 1]);
    }
}

static void
write_plot (xmlNode *parent, const LsPlotSetup *setup)
{
  xmlNode *node = add_own (parent, "plot");

  ls_ssp_xml_set (node, "kind", setup->kind);
  ls_ssp_xml_set (node, "title", setup->title);
  ls_ssp_xml_set (node, "logarithmic", setup->logarithmic);
  ls_ssp_xml_set (node, "logarithmic-x", setup->logarithmic_x);
  ls_ssp_xml_set (node, "x", setup->orbit_x);
  ls_ssp_xml_set (node, "y", setup->orbit_y);
  if (setup->time_marks > 0.0)
    ls_ssp_xml_set_real (node, "time-marks", setup->time_marks);
  write_signals (node, setup->signals, NULL);
  for (guint i = 0; i < setup->panes->len; i++)
    {
      const LsPaneChoice *choice = setup->panes->pdata[i];
      xmlNode *pane = add_own (node, "pane");

      write_signals (pane, choice->left, NULL);
      write_signals (pane, choice->right, "right");
    }
  for (guint i = 0; i + 1 < setup->labels->len; i += 2)
    {
      xmlNode *label = add_own (node, "label");

      ls_ssp_xml_set (label, "run", setup->labels->pdata[i]);
      ls_ssp_xml_set (label, "text", setup->labels->pdata[i + 1]);
    }
  for (guint i = 0; i + 1 < setup->names->len; i += 2)
    {
      xmlNode *name = add_own (node, "name");

      ls_ssp_xml_set (name, "signal", setup->names->pdata[i]);
      ls_ssp_xml_set (name, "text", setup->names->pdata[i + 1]);
    }
  write_captions (node, setup);
}

static void
write_plots (xmlNode *node, const LsExperiment *experiment, guint place)
{
  for (guint i = 0; i < experiment->plots->len; i++)
    if (((const LsPlotSetup *)experiment->plots->pdata[i])->place == place)
      write_plot (node, experiment->plots->pdata[i]);
}

/* Setups of one plot only stand in its element: versions without layouts read the others. */
static void
write_node (xmlNode *parent, const LsExperiment *experiment, const LsLayoutNode *self)
{
  const char *name = self->across ? "row" : "column";
  xmlNode *node = add_own (parent, self->view != NULL ? "view" : name);

  ls_ssp_xml_set (node, "kind", self->view);
  if (self->share != 1)
    ls_ssp_xml_set_real (node, "share", self->share);
  if (self->view != NULL)
    write_plots (node, experiment, self->place);
  for (guint i = 0; i < self->children->len; i++)
    write_node (node, experiment, self->children->pdata[i]);
}

static void
write_layouts (xmlNode *parent, const LsExperiment *experiment)
{
  for (guint i = 0; i < experiment->layouts->len; i++)
    {
      const LsLayout *layout = experiment->layouts->pdata[i];
      xmlNode *node = add_own (parent, "layout");

      ls_ssp_xml_set (node, "name", layout->name);
      ls_ssp_xml_set (node, "shown", i > 0 && i == experiment->layout ? "true" : NULL);
      write_node (node, experiment, layout->root);
    }
}

static void
write_variation (xmlNode *parent, const LsVariationPlan *plan)
{
  xmlNode *node;

  if (ls_variation_plan_is_default (plan))
    return;
  node = add_own (parent, "variation");
  ls_ssp_xml_set (node, "sample", plan->sample);
  ls_ssp_xml_set_real (node, "seed", plan->seed);
  ls_ssp_xml_set_real (node, "jobs", plan->n_jobs);
  ls_ssp_xml_set (node, "traces", plan->traces ? "true" : "false");
  ls_ssp_xml_set (node, "method", plan->method);
  if (plan->step_size > 0)
    ls_ssp_xml_set_real (node, "step-size", plan->step_size);
  if (plan->tolerance > 0)
    ls_ssp_xml_set_real (node, "tolerance", plan->tolerance);
  ls_ssp_xml_set (node, "data", plan->data);
  for (guint i = 0; i < plan->parameters->len; i++)
    ls_ssp_xml_set (add_own (node, "parameter"), "range", plan->parameters->pdata[i]);
  for (guint i = 0; i < plan->measures->len; i++)
    ls_ssp_xml_set (add_own (node, "measure"), "of", plan->measures->pdata[i]);
}

static void
write_own (const LsSspWriter *self, xmlNode *node)
{
  const LsExperiment *experiment = self->model->experiment;

  clear_known (node);
  write_step_sizes (node, experiment);
  if (experiment->tolerance > 0.0)
    ls_ssp_xml_set_real (node, "tolerance", experiment->tolerance);
  else
    ls_ssp_xml_set (node, "tolerance", NULL);
  ls_ssp_xml_set (node, "estimate-errors",
                  experiment->estimate != LS_ESTIMATE_SHORT_RUNS
                      ? ls_estimate_choice_id (experiment->estimate)
                      : NULL);
  ls_ssp_xml_set (node, "reference", experiment->reference);
  if (self->scale != 1.0)
    ls_ssp_xml_set_real (node, "canvas-scale", self->scale);
  else
    ls_ssp_xml_set (node, "canvas-scale", NULL);
  for (guint i = 0; i < experiment->methods->len; i++)
    write_method (node, experiment->methods->pdata[i]);
  for (guint i = 0; i < experiment->signals->len; i++)
    ls_ssp_xml_set (add_own (node, "signal"), "name", experiment->signals->pdata[i]);
  for (guint i = 0; i < experiment->changes->len; i++)
    write_change (node, experiment->changes->pdata[i]);
  for (guint i = 0; i < experiment->orbits->len; i++)
    {
      const LsOrbitChoice *orbit = experiment->orbits->pdata[i];
      xmlNode *child = add_own (node, "orbit");

      ls_ssp_xml_set (child, "x", orbit->x);
      ls_ssp_xml_set (child, "y", orbit->y);
    }
  write_plots (node, experiment, 0);
  write_layouts (node, experiment);
  write_variation (node, experiment->variation);
}

/* The first versions of Lockstep wrote annotations of the whole document: they are moved. */
xmlNode *
ls_ssp_write_ensure_annotation (LsSspWriter *self)
{
  xmlNode *old = ls_ssp_xml_find_annotation (xmlDocGetRootElement (self->doc));
  xmlNode *list;

  if (old == NULL || ls_ssp_xml_find_annotation (self->system) != NULL)
    return old != NULL ? old : ls_ssp_xml_ensure_annotation (self->system, ls_ssp_system_order);
  list = old->parent;
  xmlUnlinkNode (old);
  if (ls_xml_child (list, NULL) == NULL)
    ls_ssp_xml_remove (list);
  list = ls_ssp_xml_ensure (self->system, LS_SSD_HREF, "Annotations", ls_ssp_system_order);
  return xmlAddChild (list, old);
}

static void
write_annotation (LsSspWriter *self)
{
  xmlNode *node = ls_ssp_xml_ensure_own (ls_ssp_write_ensure_annotation (self), "experiment");

  write_own (self, node);
  ls_ssp_xml_drop_empty_own (node);
}

static void
write_standard (LsSspWriter *self)
{
  const LsExperiment *experiment = self->model->experiment;
  xmlNode *root = xmlDocGetRootElement (self->doc);
  gboolean has_stop = isfinite (experiment->stop_time);
  xmlNode *node;

  if (!has_stop && experiment->start_time == 0.0
      && ls_xml_child (root, "DefaultExperiment") == NULL)
    return;
  node = ls_ssp_xml_ensure (root, LS_SSD_HREF, "DefaultExperiment", ls_ssp_root_order);
  if (self->base == NULL || experiment->start_time != self->base->experiment->start_time)
    ls_ssp_xml_set_real (node, "startTime", experiment->start_time);
  if (has_stop)
    ls_ssp_xml_set_real (node, "stopTime", experiment->stop_time);
  else
    ls_ssp_xml_set (node, "stopTime", NULL);
}

/* Whether both are equal except for their times, which are not in the annotation. */
static gboolean
has_same_annotation (const LsExperiment *a, const LsExperiment *b)
{
  g_autoptr (LsExperiment) probe = ls_experiment_copy (a);

  probe->start_time = b->start_time;
  probe->stop_time = b->stop_time;
  return ls_experiment_equal (probe, b);
}

static gboolean
is_same_time (double a, double b)
{
  return a == b || (isnan (a) && isnan (b));
}

void
ls_ssp_write_experiment (LsSspWriter *self)
{
  const LsExperiment *experiment = self->model->experiment;
  const LsExperiment *base = self->base != NULL ? self->base->experiment : NULL;

  if (base == NULL || !is_same_time (experiment->start_time, base->start_time)
      || !is_same_time (experiment->stop_time, base->stop_time))
    write_standard (self);
  if (base == NULL || !has_same_annotation (experiment, base)
      || (self->is_moved && self->scale != 1.0)
      || ls_ssp_xml_find_annotation (xmlDocGetRootElement (self->doc)) != NULL)
    write_annotation (self);
}
