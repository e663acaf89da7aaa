/* The members of a wire between terminals: which are connected, and which is edited. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

#define LS_TYPE_TERMINAL_MEMBERS (ls_terminal_members_get_type ())
/* Signal "chosen" (guint connection): a connected member was selected. */
G_DECLARE_FINAL_TYPE (LsTerminalMembers, ls_terminal_members, LS, TERMINAL_MEMBERS, GtkListBox)

GtkWidget *ls_terminal_members_new (void);
/* Shows the wire that connection @id is of, with the row of @id selected. */
void       ls_terminal_members_show (LsTerminalMembers *self, LsDocument *document, guint id);
