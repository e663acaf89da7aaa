/* What a mistyped word may have meant. */
#include "core/base/suggest.h"
#include "core/base/status.h"

static const char *const words[]
    = { "ni-jacobi", "gauss-seidel", "missiles", "qss1", "left.x", "left.m", NULL };

static void
test_slips (void)
{
  /* Missing, too many, wrong, exchanged; case; another sign between the parts; the beginning. */
  g_assert_cmpstr (ls_suggest ("misiles", words), ==, "missiles");
  g_assert_cmpstr (ls_suggest ("misssiles", words), ==, "missiles");
  g_assert_cmpstr (ls_suggest ("nissiles", words), ==, "missiles");
  g_assert_cmpstr (ls_suggest ("msisiles", words), ==, "missiles");
  g_assert_cmpstr (ls_suggest ("MISSILES", words), ==, "missiles");
  g_assert_cmpstr (ls_suggest ("left.M", words), ==, "left.m");
  g_assert_cmpstr (ls_suggest ("ni_jacobi", words), ==, "ni-jacobi");
  g_assert_cmpstr (ls_suggest ("gauss", words), ==, "gauss-seidel");
}

/* A wild guess is worse than none, and what is there is no slip. */
static void
test_none (void)
{
  g_autofree char *long_word = g_strnfill (1000, 'm');
  g_autoptr (GError) error = g_error_new (LS_ERROR, LS_ERROR_ARGUMENT, "no “%s”", "zebra");

  g_assert_null (ls_suggest ("zebra", words));
  g_assert_null (ls_suggest ("", words));
  g_assert_null (ls_suggest (long_word, words));
  g_assert_null (ls_suggest ("qss1", (const char *const[]){ "qss1", NULL }));
  ls_suggest_add (&error, "zebra", words);
  g_assert_cmpstr (error->message, ==, "no “zebra”");
  ls_suggest_add (&error, "left.y", words);
  g_assert_cmpstr (error->message, ==, "no “zebra” (did you mean “left.x”?)");
  ls_suggest_add (NULL, "left.y", words);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/base/suggest/slips", test_slips);
  g_test_add_func ("/core/base/suggest/none", test_none);
  return g_test_run ();
}
