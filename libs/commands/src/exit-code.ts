/** What a command ends with. `judgment` uses all of them and lists them in its help; an operator's command the first three. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  signIn: 3,
  notFound: 4,
  conflict: 5,
  plan: 6,
  unavailable: 7,
  partly: 8,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
