#include "app/dialog/print.h"
#include <glib/gi18n-lib.h>
#include "app/base/report.h"

static void
draw_page_cb (G_GNUC_UNUSED GtkPrintOperation *operation,
              GtkPrintContext *context,
              G_GNUC_UNUSED int page,
              LsCanvas *canvas)
{
  cairo_t *cr = gtk_print_context_get_cairo_context (context);
  const LsDiagram *diagram = ls_canvas_get_diagram (canvas);
  LsRect extents = ls_diagram_get_extents (diagram);
  double width = gtk_print_context_get_width (context);
  double height = gtk_print_context_get_height (context);
  /* Fit the page, but do not enlarge text beyond the natural size on screen (72 units per
   * inch). */
  double scale = MIN (MIN (width / extents.width, height / extents.height),
                      gtk_print_context_get_dpi_x (context) / 72);

  cairo_translate (cr, (width - scale * extents.width) / 2, (height - scale * extents.height) / 2);
  cairo_scale (cr, scale, scale);
  cairo_translate (cr, -extents.x, -extents.y);
  /* Zoom 1: no labels are omitted, paper has space for all. */
  ls_diagram_draw (diagram, cr, 1, ls_theme_get_light (), NULL);
}

void
ls_print_diagram (GtkWindow *parent, LsCanvas *canvas)
{
  g_return_if_fail (GTK_IS_WINDOW (parent) && LS_IS_CANVAS (canvas));

  g_autoptr (GtkPrintOperation) operation = gtk_print_operation_new ();
  g_autoptr (GtkPageSetup) setup = gtk_page_setup_new ();
  LsRect extents = ls_diagram_get_extents (ls_canvas_get_diagram (canvas));
  g_autoptr (GError) error = NULL;

  gtk_page_setup_set_orientation (setup, extents.width > extents.height
                                             ? GTK_PAGE_ORIENTATION_LANDSCAPE
                                             : GTK_PAGE_ORIENTATION_PORTRAIT);
  gtk_print_operation_set_default_page_setup (operation, setup);
  gtk_print_operation_set_n_pages (operation, 1);
  gtk_print_operation_set_embed_page_setup (operation, TRUE);
  gtk_print_operation_set_job_name (operation,
                                    ls_document_get_title (ls_canvas_get_document (canvas)));
  g_signal_connect (operation, "draw-page", G_CALLBACK (draw_page_cb), canvas);
  if (gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, parent, &error)
      == GTK_PRINT_OPERATION_RESULT_ERROR)
    ls_report_problem (GTK_WIDGET (parent), _ ("The diagram was not printed"), error->message);
}
