/** Messages of the engine and the provider that tests expect. docs/evidence/kills.md quotes most of them. */
export const MESSAGES = {
  /** The provider's message about an object with id N. */
  named: "(id N). Adopt it with adoptId: N",
  eof: "error reading from server: EOF",
  locked: "error: the stack is currently locked by 1 lock(s).",
  warning:
    "warning: Attempting to deploy or update resources with 1 pending operations from previous deployment.",
  interrupted: {
    create: "interrupted while creating",
    update: "interrupted while updating",
    destroy: "interrupted while deleting",
  },
  interactively:
    "Note that `pulumi refresh` will need to be run interactively to clear pending CREATE operations.",
  heard: {
    SIGINT: "^C received; cancelling. If you would like to terminate immediately, press ^C again.",
    SIGTERM: "SIGTERM received; cancelling. If you would like to terminate immediately, send SIGTERM again.",
  },
  canceled: "error: update canceled",
  ended: { SIGINT: "^C received; terminating", SIGTERM: "SIGTERM received; terminating" },
  cancelled: "error: update cancelled",
} as const;

export const named = (id: number): string => MESSAGES.named.replaceAll(/\bN\b/g, String(id));
