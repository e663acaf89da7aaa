/* Terminals of a description, from terminalsAndIcons.xml. */
#pragma once

#include "core/fmi/description.h"

/* In an FMU of any version. */
#define LS_TERMINALS_FILE "terminalsAndIcons/terminalsAndIcons.xml"

/**
 * ls_description_read_terminals:
 * @path: of the document; nothing happens if there is none
 *
 * What cannot be read is left out and among the remarks of @self; variables that do not exist are
 * left to ls_check_terminals().
 */
void        ls_description_read_terminals (LsDescription *self, const char *path);
/* As in the file: "inflow". */
const char *ls_member_kind_name (const LsTerminalMember *member);
