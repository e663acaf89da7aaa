/* Settings of other tools, from their annotations: reported as remarks. Their step size is used
 * where neither the experiment of the model nor the user provides one. The annotations remain in
 * the document. */
#include "core/base/number.h"
#include "core/ssp/ssp-read-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define OPENMODELICA "org.openmodelica"
#define OSP "com.opensimulationplatform"

/* Returns: whether the attribute exists and is greater than zero; reports an invalid one. */
static gboolean
read_positive (LsSspReader *self, const xmlNode *node, const char *name, double *value)
{
  g_autofree char *text = ls_xml_get (node, name);

  if (text == NULL)
    return FALSE;
  if (ls_number_parse (text, value) && isfinite (*value) && *value > 0.0)
    return TRUE;
  ls_ssp_note (self, node, _ ("%s “%s” of another tool is not used"), name, text);
  return FALSE;
}

/* The first suggestion has priority: the document is read from the outside inwards. */
static gboolean
suggest_step (LsSspReader *self, const char *tool, double step)
{
  LsModel *model = self->model;

  if (model->suggested_step > 0.0)
    return FALSE;
  model->suggested_step = step;
  model->suggested_by = g_strdup (tool);
  return TRUE;
}

static void
read_fixed_master (LsSspReader *self, const xmlNode *node)
{
  g_autofree char *master = ls_xml_get (node, "description");
  char number[LS_NUMBER_SIZE];
  double step;

  if (read_positive (self, node, "stepSize", &step) && suggest_step (self, "OMSimulator", step))
    ls_ssp_inform (
        self, node,
        _ ("OMSimulator's settings in the file: fixed steps of %s s with its master “%s”, "
           "that is NI-Jacobi with held inputs. The step size is used where the model "
           "has none of its own"),
        ls_number_format (step, number), master != NULL ? master : "?");
}

static void
read_variable_master (LsSspReader *self, const xmlNode *node)
{
  g_autofree char *master = ls_xml_get (node, "description");
  g_autofree char *tolerance = ls_xml_get (node, "relativeTolerance");
  char number[LS_NUMBER_SIZE];
  double step;

  if (read_positive (self, node, "maximumStepSize", &step)
      && suggest_step (self, "OMSimulator", step))
    ls_ssp_inform (
        self, node,
        _ ("OMSimulator's settings in the file: its master “%s” chose steps of at most "
           "%s s by a relative tolerance of %s. That longest step is used where the model "
           "has none of its own; give a tolerance to have steps chosen here, too"),
        master != NULL ? master : "?", ls_number_format (step, number),
        tolerance != NULL ? tolerance : "?");
}

/* Reports components that OMSimulator integrates as one system: in Lockstep each has its own
 * solver. */
static void
read_solver (LsSspReader *self, const LsSspElement *element, const xmlNode *node)
{
  g_autofree char *solver = ls_xml_get (node, "description");
  g_autofree char *tolerance = ls_xml_get (node, "relativeTolerance");

  ls_ssp_inform (self, node,
                 _ ("OMSimulator integrated the components of the system “%s” together with “%s”, "
                    "relative tolerance %s. Here each is integrated by itself: the reference that "
                    "couples them all comes nearest"),
                 element != NULL && element->name != NULL ? element->name
                                                          : ls_model_get_name (self->model),
                 solver != NULL ? solver : "?", tolerance != NULL ? tolerance : "?");
}

/* Format of OMSimulator's newer Python interface: <SimulationInformation name method tolerance
 * stepSize/>. */
static void
read_named_solver (LsSspReader *self, const xmlNode *node)
{
  g_autofree char *method = ls_xml_get (node, "method");
  char number[LS_NUMBER_SIZE];
  double step;

  if (method == NULL)
    method = ls_xml_get (node, "description");
  if (method != NULL && read_positive (self, node, "stepSize", &step)
      && suggest_step (self, "OMSimulator", step))
    ls_ssp_inform (
        self, node,
        _ ("OMSimulator's settings in the file: “%s” with steps of %s s. The step size is "
           "used where the model has none of its own"),
        method, ls_number_format (step, number));
}

static void
read_information (LsSspReader *self, const LsSspElement *element, const xmlNode *node)
{
  for (; node != NULL; node = ls_xml_next (node, "SimulationInformation"))
    {
      const xmlNode *fixed = ls_xml_child (node, "FixedStepMaster");
      const xmlNode *variable = ls_xml_child (node, "VariableStepMaster");
      const xmlNode *solver = ls_xml_child (node, "VariableStepSolver");

      if (fixed != NULL)
        read_fixed_master (self, fixed);
      if (variable != NULL)
        read_variable_master (self, variable);
      if (solver != NULL)
        read_solver (self, element, solver);
      read_named_solver (self, node);
    }
}

static void
read_osp (LsSspReader *self, const LsSspElement *element, const xmlNode *node)
{
  const xmlNode *fixed = ls_xml_child (ls_xml_child (node, "Algorithm"), "FixedStepAlgorithm");
  const xmlNode *hint = ls_xml_child (node, "StepSizeHint");
  char number[LS_NUMBER_SIZE];
  double step;

  if (fixed != NULL && read_positive (self, fixed, "baseStepSize", &step)
      && suggest_step (self, "libcosim", step))
    ls_ssp_inform (
        self, fixed,
        _ ("libcosim's settings in the file: fixed steps of %s s, that is NI-Jacobi with "
           "held inputs. The step size is used where the model has none of its own"),
        ls_number_format (step, number));
  if (hint != NULL && element != NULL && element->component != NULL
      && read_positive (self, hint, "value", &step))
    {
      element->component->step_hint = step;
      ls_ssp_inform (self, hint,
                     _ ("libcosim's settings in the file: “%s” steps every %s s. It does so here, "
                        "unless the model has another step for it"),
                     element->name != NULL ? element->name : "?", ls_number_format (step, number));
    }
}

/* @element: (nullable): its element */
static void
read_annotations (LsSspReader *self, const LsSspElement *element, const xmlNode *owner)
{
  const xmlNode *annotation = ls_xml_child (ls_xml_child (owner, "Annotations"), "Annotation");

  /* Before SSP 1.0 the information was in the system itself. */
  read_information (self, element, ls_xml_child (owner, "SimulationInformation"));
  for (; annotation != NULL; annotation = ls_xml_next (annotation, "Annotation"))
    {
      const xmlNode *group = ls_xml_child (annotation, "Annotations");

      if (ls_ssp_xml_has (annotation, "type", OPENMODELICA))
        read_information (
            self, element,
            ls_xml_child (group != NULL ? group : annotation, "SimulationInformation"));
      else if (ls_ssp_xml_has (annotation, "type", OSP))
        read_osp (self, element, annotation);
    }
}

void
ls_ssp_read_settings (LsSspReader *self)
{
  const xmlNode *root = xmlDocGetRootElement (self->doc);

  read_annotations (self, NULL, ls_xml_child (root, "DefaultExperiment"));
  read_annotations (self, NULL, root);
  for (guint i = 0; i < self->elements->len; i++)
    {
      const LsSspElement *element = self->elements->pdata[i];

      if (element->node != NULL)
        read_annotations (self, element, element->node);
    }
}
