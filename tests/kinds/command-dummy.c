/* A command: counts its arguments. */
#include "cli/command.h"

#include <stdio.h>

static int
run (int argc, G_GNUC_UNUSED char **argv)
{
  printf ("%d\n", argc - 1);
  return 0;
}

const LsCommand ls_command_dummy = {
  .name = "count",
  .arguments = "[WORD…]",
  .summary = "Counts words",
  .run = run,
};
