/* An FMU that does not behave like a guest: x' = 1, y = x + u, and from `fault_time` on it does
 * what its parameter `fault` says to the process that it is in. The functions that misbehave stand
 * here in front of those of the runtime, which is built with other names for them. */
#include "instance.h"

#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#undef fmi2DoStep
#undef fmi2GetReal
#undef fmi2Terminate
#undef fmi2FreeInstance
#undef fmi2EnterInitializationMode
fmi2DoStepTYPE fmu_do_step;
fmi2GetRealTYPE fmu_get_real;
fmi2TerminateTYPE fmu_terminate;
fmi2FreeInstanceTYPE fmu_free_instance;
fmi2EnterInitializationModeTYPE fmu_enter_initialization;
FMU_EXPORT extern fmi2DoStepTYPE fmi2DoStep;
FMU_EXPORT extern fmi2GetRealTYPE fmi2GetReal;
FMU_EXPORT extern fmi2TerminateTYPE fmi2Terminate;
FMU_EXPORT extern fmi2FreeInstanceTYPE fmi2FreeInstance;
FMU_EXPORT extern fmi2EnterInitializationModeTYPE fmi2EnterInitializationMode;

/* As in the type Fault of guest.xml. */
typedef enum
{
  NONE = 1,
  FOREIGN_ENVIRONMENT,
  NO_ENVIRONMENT,
  PRINT,
  EXIT,
  EXIT_INITIALIZATION,
  EXIT_TERMINATE,
  EXIT_FREE,
  ROUND_UP,
  FLUSH_TO_ZERO,
  TRAP,
  FOLDER,
  SIGNALS,
  LOCALE,
  FINISH,
  HIDE_INPUTS,
  CRASH_TERMINATE,
  EXIT_AT_ONCE,
  EXIT_THREAD,
  EXIT_AT_ONCE_THREAD,
  EXIT_CHILD,
} Fault;

enum
{
  INPUT = 2,
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_OUTPUT },
  { .reference = INPUT, .role = FMU_INPUT, .start = 0 },
  { .reference = 3, .role = FMU_PARAMETER, .start = 0.5 },
  { .reference = 4, .role = FMU_STATE, .start = 0 },
};

/* For those who set nothing. */
#ifndef START_FAULT
#define START_FAULT NONE
#endif

static const FmuInteger integers[] = {
  { .reference = 1, .role = FMU_PARAMETER, .start = START_FAULT },
};

static void
derivatives (const FmuPoint *at __attribute__ ((unused)), double dx[])
{
  dx[0] = 1;
}

static void
outputs (const FmuPoint *at, double y[])
{
  y[0] = at->x[0] + at->u[0];
}

static void
jacobian (const FmuPoint *at __attribute__ ((unused)), FmuJacobian *j)
{
  j->gx[0] = j->gu[0] = 1;
}

const FmuModel fmu_model = {
  .name = "guest",
  .guid = "{1f0c6ad1-7a55-4f0a-9a38-0d8f3a1f6c21}",
  FMU_TABLE (reals),
  FMU_TABLE (integers),
  .n_x = 1,
  .n_u = 1,
  .n_p = 1,
  .n_y = 1,
  .derivatives = derivatives,
  .outputs = outputs,
  .jacobian = jacobian,
};

static bool
has (const Fmu *self, Fault fault)
{
  return self != NULL && self->integers[0] == (int)fault;
}

static void
speak (Fmu *self, void *environment)
{
  self->callbacks.logger (environment, self->name, fmi2Warning, "logStatusWarning",
                          "spoken to somebody else");
}

static void *
end_all (void *data)
{
  if (data != NULL)
    _exit (0);
  exit (0);
}

/* A thread of its own wants the end, while the step waits for it. */
static void
end_from_thread (bool at_once)
{
  pthread_t thread;

  if (pthread_create (&thread, NULL, end_all, at_once ? &thread : NULL) == 0)
    pthread_join (thread, NULL);
}

/* A process of its own ends as it likes. */
static void
end_child (void (*leave) (int status))
{
  int status;
  pid_t child = fork ();

  if (child == 0)
    leave (7);
  if (child < 0 || waitpid (child, &status, 0) != child || WEXITSTATUS (status) != 7)
    abort ();
}

/* What it does to the process before the step. */
static void
misbehave (Fmu *self)
{
  static const char place[] = "nobody";

  switch ((Fault)self->integers[0])
    {
    case FOREIGN_ENVIRONMENT:
      speak (self, (void *)(size_t)place);
      speak (self, (void *)(size_t)24);
      break;
    case NO_ENVIRONMENT:
      speak (self, NULL);
      break;
    case PRINT:
      printf ("printed by a guest\n");
      break;
    case EXIT:
      exit (0);
    case EXIT_AT_ONCE:
      _exit (0);
    case EXIT_THREAD:
    case EXIT_AT_ONCE_THREAD:
      end_from_thread (self->integers[0] == EXIT_AT_ONCE_THREAD);
      break;
    case EXIT_CHILD:
      end_child (exit);
      end_child (_exit);
      break;
    case ROUND_UP:
      fesetround (FE_UPWARD);
      break;
#ifdef __SSE__
    case FLUSH_TO_ZERO:
      __builtin_ia32_ldmxcsr (__builtin_ia32_stmxcsr () | 0x8040);
      break;
#endif
    case TRAP:
      feenableexcept (FE_DIVBYZERO | FE_INVALID);
      break;
    case FOLDER:
      if (chdir ("/") != 0)
        abort ();
      break;
    case SIGNALS:
      signal (SIGINT, SIG_IGN);
      signal (SIGSEGV, SIG_DFL);
      break;
    case LOCALE:
      setlocale (LC_ALL, "C");
      break;
    default:
      break;
    }
}

fmi2Status
fmi2DoStep (fmi2Component component, fmi2Real t, fmi2Real h, fmi2Boolean no_set_state_prior)
{
  Fmu *self = component;
  fmi2Status status;

  if (self != NULL && has (self, FINISH) && t + h > self->p[0] + 1e-9)
    {
      self->memory->phase = FMU_STEP_FAILED;
      self->memory->terminated = fmi2True;
      self->memory->last_time = t;
      return fmi2Discard;
    }
  status = fmu_do_step (component, t, h, no_set_state_prior);
  if (self != NULL && t + h >= self->p[0])
    misbehave (self);
  return status;
}

fmi2Status
fmi2GetReal (fmi2Component component, const fmi2ValueReference r[], size_t n, fmi2Real values[])
{
  Fmu *self = component;

  for (size_t i = 0; has (self, HIDE_INPUTS) && i < n; i++)
    if (r[i] == INPUT)
      return fmu_fail (self, "inputs are not told");
  return fmu_get_real (component, r, n, values);
}

fmi2Status
fmi2EnterInitializationMode (fmi2Component component)
{
  if (has (component, EXIT_INITIALIZATION))
    exit (0);
  return fmu_enter_initialization (component);
}

fmi2Status
fmi2Terminate (fmi2Component component)
{
  if (has (component, EXIT_TERMINATE))
    exit (0);
  if (has (component, CRASH_TERMINATE))
    abort ();
  return fmu_terminate (component);
}

void
fmi2FreeInstance (fmi2Component component)
{
  if (has (component, EXIT_FREE))
    exit (0);
  fmu_free_instance (component);
}
