/* What the files that read an SSP share. */
#pragma once

#include "core/model/ssp-origin.h"
#include "core/ssp/ssp-xml.h"

/* Beyond them a document is refused: %LS_ERROR_LIMIT. */
#define LS_SSP_MAX_COMPONENTS  10000u
#define LS_SSP_MAX_CONNECTIONS 100000u

/**
 * LsSspElement: a component, a system or anything else below Elements.
 * @component: (nullable): borrowed from the model; %NULL for a system
 * @children: (nullable): name -> LsSspElement, of a system
 * @kinds: (nullable): name of a connector of a system -> LsCausality
 * @subsystem: (nullable): borrowed from the model; %NULL for a component and the top level
 */
typedef struct LsSspElement LsSspElement;
struct LsSspElement
{
  char         *name;
  xmlNode      *node;
  LsSspElement *parent;
  LsComponent  *component;
  GHashTable   *children;
  GHashTable   *kinds;
  LsSubsystem  *subsystem;
};

/**
 * LsSspReader:
 * @name: of the file, for messages
 * @directory: what relative sources start from
 * @archived: whether they must stay in it
 * @elements: all of them, owned
 * @root: the top-level system
 * @fmus: path -> LsFmu
 * @n_passed: connections that values of connectors were followed along
 */
typedef struct
{
  LsModel      *model;
  LsOrigin     *origin;
  const char   *name;
  char         *directory;
  gboolean      archived;
  xmlDoc       *doc;
  GPtrArray    *elements;
  LsSspElement *root;
  GHashTable   *fmus;
  guint         n_passed;
} LsSspReader;

/* What is remarkable; the model says it with its remarks. @node: (nullable): where it is. */
void ls_ssp_note (LsSspReader *self, const xmlNode *node, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Likewise, of what is worth knowing and no fault. */
void ls_ssp_inform (LsSspReader *self, const xmlNode *node, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Likewise, of what is lost or cannot be understood. */
void ls_ssp_complain (LsSspReader *self, const xmlNode *node, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Returns: (transfer full): path of a file that the document names by a URI, or %NULL
 * with an error (%LS_ERROR_FILE). */
char *ls_ssp_resolve (const LsSspReader *self, const char *uri, GError **error);
/* Likewise of a file that has to be in @directory, which is canonical. */
char *ls_ssp_resolve_within (const char *directory, const char *uri, GError **error);

/* ssp-check.c: what is not as the standard says, of the document, whose text is @data, and those it names.
 * Returns: (transfer full) (element-type LsRemark) */
GPtrArray *ls_ssp_survey (const LsSspReader *self, const char *data, gsize size);
/* Messages speak of the archive, not of the folder it was unpacked to. (transfer full) */
char *ls_ssp_name_archive (const LsSspReader *self, const char *message);
/* ssp-elements.c: the tree of systems becomes a list of components. */
gboolean ls_ssp_read_elements (LsSspReader *self, GError **error);
/* ssp-connections.c: those of all systems. */
gboolean ls_ssp_read_connections (LsSspReader *self, GError **error);
/* ssp-transform.c: factor, offset, map of @connection from its Connection element; its ends are
 * known. What cannot be understood becomes its transformation, in words. */
void     ls_ssp_read_transform (LsSspReader *self, LsConnection *connection, const xmlNode *node);
/* ssp-parameters.c: what can be set is set, and leaves the document. */
void     ls_ssp_read_parameters (LsSspReader *self);
/* ssp-geometry.c */
gboolean ls_ssp_read_geometry (LsSspReader *self, GError **error);
/* Notes of all systems; places are known. */
gboolean ls_ssp_read_notes (LsSspReader *self, GError **error);
/* @subsystem: (nullable): in which it stands */
GArray  *ls_ssp_read_points (const LsSspReader *self, const xmlNode *connection,
                             const LsSubsystem *subsystem);
/* ssp-experiment.c */
gboolean ls_ssp_read_experiment (LsSspReader *self, GError **error);
/* ssp-settings.c: of other tools, when elements are read */
void     ls_ssp_read_settings (LsSspReader *self);
