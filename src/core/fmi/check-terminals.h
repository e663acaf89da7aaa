/* Checks terminalsAndIcons.xml against rules of the FMI standard. */
#pragma once

#include "core/base/xml.h"
#include "core/fmi/description.h"
#include "core/fmi/finding.h"

/**
 * ls_check_terminals:
 * @root: element fmiTerminalsAndIcons
 * @folder: (nullable): the folder with the document and its icons
 * @findings: (inout): findings are appended, with terminals as subjects
 *
 * What the schema cannot say: variables that do not exist, names that are not unique, members
 * without the name that they are matched by, streams without a flow.
 */
void ls_check_terminals (const xmlNode *root, const LsDescription *description, const char *folder,
                         GPtrArray *findings);
