/* lockstep: the command line of Lockstep. */
#include "cli/command.h"

int
main (int argc, char **argv)
{
  ls_command_set_up ();
  return ls_command_dispatch (argc, argv);
}
