#include "app/window/edit-commands.h"
#include <glib/gi18n-lib.h>
#include "app/canvas/canvas.h"
#include "app/dialog/connect-names.h"
#include "app/dialog/print.h"
#include "app/dialog/compile-fmu.h"
#include "app/dialog/replace-fmu.h"
#include "app/panel/inspector.h"

#define ACTION(name)                                                                               \
  static void name##_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter,   \
                         gpointer user_data)

ACTION (undo)
{
  ls_document_undo (((const LsFrame *)user_data)->document);
}

ACTION (redo)
{
  ls_document_redo (((const LsFrame *)user_data)->document);
}

#define CANVAS(name, call)                                                                         \
  ACTION (name)                                                                                    \
  {                                                                                                \
    LsCanvas *canvas = LS_CANVAS (((const LsFrame *)user_data)->canvas);                           \
    call;                                                                                          \
  }

CANVAS (delete, ls_canvas_delete_selection (canvas))
CANVAS (disconnect, ls_canvas_disconnect_selection (canvas))
CANVAS (select_all, ls_canvas_select_all (canvas))
CANVAS (copy, ls_canvas_copy (canvas))
CANVAS (cut, ls_canvas_cut (canvas))
CANVAS (paste, ls_canvas_paste (canvas))
CANVAS (duplicate, ls_canvas_duplicate (canvas))
CANVAS (add_note, ls_canvas_add_note (canvas))
CANVAS (edit_note, ls_canvas_edit_note (canvas))
CANVAS (enter_system, ls_canvas_enter (canvas, ls_canvas_get_selected_system (canvas)))
CANVAS (leave_system, ls_canvas_leave (canvas))
CANVAS (rotate_right, ls_canvas_rotate (canvas, 1))
CANVAS (rotate_left, ls_canvas_rotate (canvas, -1))
CANVAS (flip, ls_canvas_flip (canvas))
CANVAS (align_left, ls_canvas_align (canvas, LS_ALIGN_LEFT))
CANVAS (align_center, ls_canvas_align (canvas, LS_ALIGN_CENTER))
CANVAS (align_right, ls_canvas_align (canvas, LS_ALIGN_RIGHT))
CANVAS (align_top, ls_canvas_align (canvas, LS_ALIGN_TOP))
CANVAS (align_middle, ls_canvas_align (canvas, LS_ALIGN_MIDDLE))
CANVAS (align_bottom, ls_canvas_align (canvas, LS_ALIGN_BOTTOM))
CANVAS (distribute_across, ls_canvas_distribute (canvas, FALSE))
CANVAS (distribute_down, ls_canvas_distribute (canvas, TRUE))
CANVAS (arrange, ls_canvas_arrange (canvas))
CANVAS (find, ls_canvas_find (canvas))
CANVAS (reset_route, ls_canvas_reset_routes (canvas))

ACTION (replace_fmu)
{
  const LsFrame *self = user_data;
  guint id = ls_canvas_get_selected_component (LS_CANVAS (self->canvas));

  if (id != 0 && !ls_document_in_group (self->document))
    ls_replace_fmu_ask (self->window, self->document, id);
}

/* (nullable) */
static LsFmu *
get_selected_fmu (const LsFrame *self)
{
  const LsComponent *component
      = ls_model_find_component (ls_document_get_model (self->document),
                                 ls_canvas_get_selected_component (LS_CANVAS (self->canvas)));

  return component != NULL ? component->fmu : NULL;
}

ACTION (compile_fmu)
{
  const LsFrame *self = user_data;
  LsFmu *fmu = get_selected_fmu (self);

  if (fmu != NULL)
    ls_compile_fmu_show (self->window, fmu);
}

ACTION (print)
{
  ls_print_diagram (((const LsFrame *)user_data)->window,
                    LS_CANVAS (((const LsFrame *)user_data)->canvas));
}

ACTION (rename)
{
  const LsFrame *self = user_data;

  gtk_stack_set_visible_child (GTK_STACK (self->side_stack), self->inspector);
  ls_inspector_edit_name (LS_INSPECTOR (self->inspector));
}

/* Not during a drag, whose open undo group would include these edits. */
ACTION (connect_names)
{
  const LsFrame *self = user_data;

  if (!ls_document_in_group (self->document))
    ls_connect_names_show (self->window, self->document);
}

static const GActionEntry entries[] = {
  { .name = "undo", .activate = undo_cb },
  { .name = "redo", .activate = redo_cb },
  { .name = "delete", .activate = delete_cb },
  { .name = "disconnect", .activate = disconnect_cb },
  { .name = "select-all", .activate = select_all_cb },
  { .name = "copy", .activate = copy_cb },
  { .name = "cut", .activate = cut_cb },
  { .name = "paste", .activate = paste_cb },
  { .name = "duplicate", .activate = duplicate_cb },
  { .name = "add-note", .activate = add_note_cb },
  { .name = "edit-note", .activate = edit_note_cb },
  { .name = "enter-system", .activate = enter_system_cb },
  { .name = "leave-system", .activate = leave_system_cb },
  { .name = "rotate-right", .activate = rotate_right_cb },
  { .name = "rotate-left", .activate = rotate_left_cb },
  { .name = "flip", .activate = flip_cb },
  { .name = "align-left", .activate = align_left_cb },
  { .name = "align-center", .activate = align_center_cb },
  { .name = "align-right", .activate = align_right_cb },
  { .name = "align-top", .activate = align_top_cb },
  { .name = "align-middle", .activate = align_middle_cb },
  { .name = "align-bottom", .activate = align_bottom_cb },
  { .name = "distribute-across", .activate = distribute_across_cb },
  { .name = "distribute-down", .activate = distribute_down_cb },
  { .name = "arrange", .activate = arrange_cb },
  { .name = "reset-route", .activate = reset_route_cb },
  { .name = "find", .activate = find_cb },
  { .name = "replace-fmu", .activate = replace_fmu_cb },
  { .name = "compile-fmu", .activate = compile_fmu_cb },
  { .name = "print", .activate = print_cb },
  { .name = "rename", .activate = rename_cb },
  { .name = "connect-names", .activate = connect_names_cb },
};

void
ls_edit_commands_add (const LsFrame *frame)
{
  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), (gpointer)frame);
}

static void
set_history_tooltip (GtkWidget *button, const char *format, const char *name, const char *none)
{
  g_autofree char *text = name != NULL ? g_strdup_printf (format, name) : g_strdup (none);

  gtk_widget_set_tooltip_text (button, text);
}

/* Shows the name of the change in the Undo or Redo menu item. */
static void
set_history_item (GMenu *menu, int index, const char *text, const char *name, const char *action)
{
  g_autoptr (GString) escaped = g_string_new (name);
  g_autofree char *label = NULL;
  g_autofree char *present = NULL;

  g_string_replace (escaped, "_", "__", 0); /* escape mnemonics */
  label = name != NULL ? g_strdup_printf (_ ("%s “%s”"), text, escaped->str) : g_strdup (text);
  g_menu_model_get_item_attribute (G_MENU_MODEL (menu), index, G_MENU_ATTRIBUTE_LABEL, "s",
                                   &present);
  if (g_strcmp0 (label, present) == 0)
    return;
  g_menu_remove (menu, index);
  g_menu_insert (menu, index, label, action);
}

void
ls_edit_commands_update (const LsFrame *self)
{
  g_return_if_fail (self != NULL);

  LsCanvas *canvas = LS_CANVAS (self->canvas);
  const char *undo = ls_document_get_undo_name (self->document);
  const char *redo = ls_document_get_redo_name (self->document);
  static const char *const of_some[]
      = { "copy", "cut", "duplicate", "rotate-right", "rotate-left", "flip" };
  static const char *const of_several[] = { "align-left", "align-center", "align-right",
                                            "align-top",  "align-middle", "align-bottom" };
  gboolean selected = ls_canvas_get_n_selected (canvas) > 0;
  guint n_blocks = ls_canvas_get_n_components_selected (canvas);
  const LsFmu *fmu = get_selected_fmu (self);

  ls_frame_set_enabled (self, "undo", undo != NULL);
  ls_frame_set_enabled (self, "redo", redo != NULL);
  set_history_item (self->history_menu, 0, _ ("_Undo"), undo, "win.undo");
  set_history_item (self->history_menu, 1, _ ("_Redo"), redo, "win.redo");
  set_history_tooltip (self->undo_button, _ ("Undo “%s” (Ctrl+Z)"), undo, _ ("Nothing to undo"));
  set_history_tooltip (self->redo_button, _ ("Redo “%s” (Ctrl+Shift+Z)"), redo,
                       _ ("Nothing to redo"));
  ls_frame_set_enabled (self, "delete", selected);
  ls_frame_set_enabled (self, "disconnect", selected);
  for (guint i = 0; i < G_N_ELEMENTS (of_some); i++)
    ls_frame_set_enabled (self, of_some[i], n_blocks > 0);
  for (guint i = 0; i < G_N_ELEMENTS (of_several); i++)
    ls_frame_set_enabled (self, of_several[i], n_blocks > 1);
  ls_frame_set_enabled (self, "distribute-across", n_blocks > 2);
  ls_frame_set_enabled (self, "distribute-down", n_blocks > 2);
  ls_frame_set_enabled (self, "reset-route", selected);
  ls_frame_set_enabled (self, "replace-fmu", ls_canvas_get_selected_component (canvas) != 0);
  ls_frame_set_enabled (self, "compile-fmu", fmu != NULL && ls_fmu_is_source_code (fmu));
  ls_frame_set_enabled (self, "edit-note", ls_canvas_get_selected_note (canvas) != 0);
  ls_frame_set_enabled (self, "enter-system", ls_canvas_get_selected_system (canvas) != 0);
  ls_frame_set_enabled (self, "leave-system", ls_canvas_get_system (canvas) != 0);
  ls_frame_set_enabled (self, "rename", ls_canvas_get_selected_component (canvas) != 0);
  ls_frame_set_enabled (self, "reload", ls_document_get_path (self->document) != NULL);
}
