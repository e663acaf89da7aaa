/* Accessible names for unnamed parts of GTK's own dialogs. */
#pragma once

/* From now on every shown, focusable widget gets an accessible name. Call once, at the start. */
void ls_names_follow (void);
