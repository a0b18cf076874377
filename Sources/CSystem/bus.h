// The address of a fault, which is a field of a union on some systems and a macro on others.
#include <signal.h>
#include <stdint.h>

static inline uintptr_t decant_fault_address(const siginfo_t *information) {
  return (uintptr_t)information->si_addr;
}

static inline int decant_handle_bus_errors(void (*handler)(int, siginfo_t *, void *)) {
  struct sigaction action;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_SIGINFO;
  action.sa_sigaction = handler;
  return sigaction(SIGBUS, &action, (struct sigaction *)0);
}
