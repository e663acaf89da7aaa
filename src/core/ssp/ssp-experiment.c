/* The experiment: DefaultExperiment and Lockstep's annotation. */
#include "core/base/number.h"
#include "core/ssp/ssp-read-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* More in a file is a mistake, or hostile. */
#define MAX_PLOTS 100u
#define MAX_DEPTH 16u
/* Of the room of plots: to a thousand times another one. */
#define LEAST_SHARE 1e-3

static void
read_step_sizes (LsSspReader *self, const xmlNode *node, GArray *step_sizes)
{
  g_autofree char *text = ls_xml_get (node, "step-size");
  g_auto (GStrv) parts = NULL;

  if (text == NULL)
    return;
  parts = g_strsplit_set (text, " \t\r\n", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      double step;

      if (*parts[i] == '\0')
        continue;
      if (ls_number_parse (parts[i], &step) && step > 0.0)
        g_array_append_val (step_sizes, step);
      else
        ls_ssp_note (self, node, _ ("The step size “%s” in the file is not used"), parts[i]);
    }
}

static void
read_method (LsSspReader *self, const xmlNode *node)
{
  g_autofree char *id = ls_xml_get (node, "id");
  LsMethodChoice *choice;

  if (id == NULL || *id == '\0')
    return;
  choice = ls_method_choice_new (id);
  for (const xmlNode *option = ls_xml_child (node, "option"); option != NULL;
       option = ls_xml_next (option, "option"))
    {
      g_autofree char *name = ls_xml_get (option, "name");
      g_autofree char *value = ls_xml_get (option, "value");

      if (name != NULL && value != NULL)
        g_ptr_array_add (choice->options, g_strdup_printf ("%s=%s", name, value));
    }
  g_ptr_array_add (self->model->experiment->methods, choice);
}

static void
read_tolerance (LsSspReader *self, const xmlNode *node, double *value)
{
  g_autofree char *text = ls_xml_get (node, "tolerance");
  double tolerance;

  if (text == NULL)
    return;
  if (ls_number_parse (text, &tolerance) && tolerance > 0.0 && tolerance < 1.0)
    *value = tolerance;
  else
    ls_ssp_note (self, node, _ ("The tolerance “%s” in the file is not used"), text);
}

static void
read_estimate (LsSspReader *self, const xmlNode *node)
{
  g_autofree char *text = ls_xml_get (node, "estimate-errors");

  if (text != NULL && !ls_estimate_choice_find (text, &self->model->experiment->estimate))
    ls_ssp_note (self, node, _ ("“%s” in the file is not a setting of Estimate Errors"), text);
}

static void
read_pane (LsPlotSetup *setup, const xmlNode *node)
{
  LsPaneChoice *pane = ls_pane_choice_new ();

  for (const xmlNode *child = ls_xml_child (node, "signal"); child != NULL;
       child = ls_xml_next (child, "signal"))
    {
      g_autofree char *name = ls_xml_get (child, "name");
      g_autofree char *axis = ls_xml_get (child, "axis");

      if (name != NULL)
        g_ptr_array_add (g_strcmp0 (axis, "right") == 0 ? pane->right : pane->left,
                         g_steal_pointer (&name));
    }
  g_ptr_array_add (setup->panes, pane);
}

static void
read_time_marks (LsSspReader *self, LsPlotSetup *setup, const xmlNode *node)
{
  g_autofree char *text = ls_xml_get (node, "time-marks");

  if (text == NULL)
    return;
  if (!ls_number_parse (text, &setup->time_marks) || !(setup->time_marks > 0.0)
      || !isfinite (setup->time_marks))
    {
      setup->time_marks = 0.0;
      ls_ssp_note (self, node, _ ("The marks of time “%s” in the file are not used"), text);
    }
}

static void
read_plot (LsSspReader *self, const xmlNode *node, guint place)
{
  g_autofree char *kind = ls_xml_get (node, "kind");
  LsPlotSetup *setup;

  if (kind == NULL || *kind == '\0')
    return;
  setup = ls_plot_setup_new (kind);
  setup->place = place;
  setup->title = ls_xml_get (node, "title");
  setup->logarithmic = ls_xml_get (node, "logarithmic");
  setup->logarithmic_x = ls_xml_get (node, "logarithmic-x");
  read_time_marks (self, setup, node);
  setup->orbit_x = ls_xml_get (node, "x");
  setup->orbit_y = ls_xml_get (node, "y");
  for (const xmlNode *child = ls_xml_child (node, NULL); child != NULL;
       child = ls_xml_next (child, NULL))
    {
      g_autofree char *name = ls_xml_get (child, ls_xml_is (child, "signal") ? "name" : "run");
      g_autofree char *signal = ls_xml_get (child, "signal");
      g_autofree char *axis = ls_xml_get (child, "axis");
      g_autofree char *text = ls_xml_get (child, "text");

      if (ls_xml_is (child, "pane"))
        read_pane (setup, child);
      else if (ls_xml_is (child, "signal") && name != NULL)
        g_ptr_array_add (setup->signals, g_steal_pointer (&name));
      else if (ls_xml_is (child, "caption") && axis != NULL && text != NULL)
        ls_plot_setup_set_caption (setup, axis, text);
      else if (ls_xml_is (child, "label") && name != NULL && text != NULL)
        ls_plot_setup_set_label (setup, name, text);
      else if (ls_xml_is (child, "name") && signal != NULL && text != NULL)
        ls_plot_setup_set_name (setup, signal, text);
    }
  ls_experiment_set_plot (self->model->experiment, setup);
}

static double
read_share (LsSspReader *self, const xmlNode *node)
{
  g_autofree char *text = ls_xml_get (node, "share");
  double share = 1;

  if (text == NULL
      || (ls_number_parse (text, &share) && share >= LEAST_SHARE && share <= 1 / LEAST_SHARE))
    return share;
  ls_ssp_note (self, node, _ ("Invalid share “%s” of a plot in the file; ignored"), text);
  return 1;
}

static LsLayoutNode *read_node (LsSspReader *self, const xmlNode *node, guint depth);

static LsLayoutNode *
read_view (LsSspReader *self, const xmlNode *node)
{
  g_autofree char *kind = ls_xml_get (node, "kind");
  LsLayoutNode *plot;

  if (kind == NULL || *kind == '\0')
    return NULL;
  plot = ls_layout_node_new_plot (kind, ++self->n_places);
  for (const xmlNode *child = ls_xml_child (node, "plot"); child != NULL;
       child = ls_xml_next (child, "plot"))
    read_plot (self, child, plot->place);
  return plot;
}

/* A row or column of one is that one. */
static LsLayoutNode *
read_box (LsSspReader *self, const xmlNode *node, guint depth)
{
  g_autoptr (LsLayoutNode) box = ls_layout_node_new_box (ls_xml_is (node, "row"));

  for (const xmlNode *child = ls_xml_child (node, NULL); child != NULL;
       child = ls_xml_next (child, NULL))
    {
      LsLayoutNode *plot = read_node (self, child, depth + 1);

      if (plot != NULL)
        g_ptr_array_add (box->children, plot);
    }
  if (box->children->len < 2)
    return box->children->len == 1 ? g_ptr_array_steal_index (box->children, 0) : NULL;
  return g_steal_pointer (&box);
}

static LsLayoutNode *
read_node (LsSspReader *self, const xmlNode *node, guint depth)
{
  const gboolean is_view = ls_xml_is (node, "view");
  LsLayoutNode *found = NULL;

  if (depth > MAX_DEPTH || self->n_places >= MAX_PLOTS)
    {
      if (!self->plots_cut)
        ls_ssp_note (self, node,
                     _ ("Not all plots of the layouts in the file are shown: at most %u, nested "
                        "at most %u deep"),
                     MAX_PLOTS, MAX_DEPTH);
      self->plots_cut = TRUE;
    }
  else if (is_view)
    found = read_view (self, node);
  else if (ls_xml_is (node, "row") || ls_xml_is (node, "column"))
    found = read_box (self, node, depth);
  if (found != NULL)
    found->share = read_share (self, node);
  return found;
}

static void
read_layout (LsSspReader *self, const xmlNode *node)
{
  LsExperiment *experiment = self->model->experiment;
  g_autofree char *name = ls_xml_get (node, "name");
  g_autofree char *shown = ls_xml_get (node, "shown");
  LsLayoutNode *root = NULL;

  for (const xmlNode *child = ls_xml_child (node, NULL); child != NULL && root == NULL;
       child = ls_xml_next (child, NULL))
    root = read_node (self, child, 0);
  if (root == NULL)
    return;
  root->share = 1;
  if (g_strcmp0 (shown, "true") == 0)
    experiment->layout = experiment->layouts->len;
  g_ptr_array_add (experiment->layouts, ls_layout_new (name != NULL ? name : "", root));
}

/* Reads attribute @name if it is an integer of at most @max; else @value stays. */
static void
read_count (const xmlNode *node, const char *name, guint max, guint *value)
{
  g_autofree char *text = ls_xml_get (node, name);
  guint64 number;

  if (text != NULL && g_ascii_string_to_unsigned (text, 10, 0, max, &number, NULL))
    *value = (guint)number;
}

static void
read_variation (LsSspReader *self, const xmlNode *node)
{
  LsVariationPlan *plan = self->model->experiment->variation;
  g_autofree char *sample = ls_xml_get (node, "sample");
  g_autofree char *traces = ls_xml_get (node, "traces");
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (double));

  if (sample != NULL)
    {
      g_free (plan->sample);
      plan->sample = g_steal_pointer (&sample);
    }
  read_count (node, "seed", G_MAXINT, &plan->seed);
  read_count (node, "jobs", LS_VARIATION_MAX_JOBS, &plan->n_jobs);
  plan->traces = g_strcmp0 (traces, "false") != 0;
  plan->method = ls_xml_get (node, "method");
  plan->data = ls_xml_get (node, "data");
  read_step_sizes (self, node, steps);
  if (steps->len > 0)
    plan->step_size = g_array_index (steps, double, 0);
  read_tolerance (self, node, &plan->tolerance);
  for (const xmlNode *child = ls_xml_child (node, NULL); child != NULL;
       child = ls_xml_next (child, NULL))
    {
      g_autofree char *range = ls_xml_get (child, "range");
      g_autofree char *measure = ls_xml_get (child, "of");

      if (ls_xml_is (child, "parameter") && range != NULL)
        g_ptr_array_add (plan->parameters, g_steal_pointer (&range));
      else if (ls_xml_is (child, "measure") && measure != NULL)
        g_ptr_array_add (plan->measures, g_steal_pointer (&measure));
    }
}

static void
read_change (LsSspReader *self, const xmlNode *node, const char *name)
{
  double time = 0.0, value = 0.0;
  gboolean has_time = FALSE, has_value = FALSE;

  if (ls_xml_get_real (node, "time", &time, &has_time, NULL) && has_time
      && ls_xml_get_real (node, "value", &value, &has_value, NULL) && has_value && isfinite (time)
      && isfinite (value))
    g_ptr_array_add (self->model->experiment->changes, ls_timed_change_new (time, name, value));
}

static void
read_own (LsSspReader *self, const xmlNode *node)
{
  LsExperiment *experiment = self->model->experiment;
  gboolean has_scale = FALSE;
  double scale = 1.0;

  read_step_sizes (self, node, experiment->step_sizes);
  read_tolerance (self, node, &experiment->tolerance);
  read_estimate (self, node);
  experiment->reference = ls_xml_get (node, "reference");
  if (ls_xml_get_real (node, "canvas-scale", &scale, &has_scale, NULL) && has_scale && scale >= 1e-6
      && scale <= 1e6)
    self->origin->scale = scale;
  for (const xmlNode *child = ls_xml_child (node, NULL); child != NULL;
       child = ls_xml_next (child, NULL))
    {
      g_autofree char *name = ls_xml_get (child, "name");
      g_autofree char *x = ls_xml_get (child, "x");
      g_autofree char *y = ls_xml_get (child, "y");

      if (ls_xml_is (child, "method"))
        read_method (self, child);
      else if (ls_xml_is (child, "signal") && name != NULL)
        g_ptr_array_add (experiment->signals, g_steal_pointer (&name));
      else if (ls_xml_is (child, "change") && name != NULL)
        read_change (self, child, name);
      else if (ls_xml_is (child, "orbit") && x != NULL && y != NULL)
        ls_experiment_add_orbit (experiment, x, y);
      else if (ls_xml_is (child, "plot"))
        read_plot (self, child, 0);
      else if (ls_xml_is (child, "layout"))
        read_layout (self, child);
      else if (ls_xml_is (child, "variation"))
        read_variation (self, child);
    }
}

gboolean
ls_ssp_read_experiment (LsSspReader *self, GError **error)
{
  const xmlNode *root = xmlDocGetRootElement (self->doc);
  const xmlNode *standard = ls_xml_child (root, "DefaultExperiment");
  const xmlNode *own = ls_ssp_xml_find_annotation (root);
  LsExperiment *experiment = self->model->experiment;
  double start = 0.0, stop = NAN;

  self->origin->scale = 0.0; /* to be chosen from the geometry */
  if (!ls_xml_get_real (standard, "startTime", &start, NULL, error)
      || !ls_xml_get_real (standard, "stopTime", &stop, NULL, error))
    return FALSE;
  experiment->start_time = isfinite (start) ? start : 0.0;
  experiment->stop_time = isfinite (stop) ? stop : NAN;
  if (own == NULL)
    own = ls_ssp_xml_find_annotation (self->root->node);
  if ((own = ls_xml_child (own, "experiment")) != NULL)
    read_own (self, own);
  return TRUE;
}
