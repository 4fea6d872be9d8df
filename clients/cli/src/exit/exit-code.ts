/** The codes a command of `judgment` ends with; `--help` lists them. */
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

const BY_STATUS: Readonly<Record<number, ExitCode>> = {
  401: EXIT.signIn,
  402: EXIT.plan,
  403: EXIT.signIn,
  404: EXIT.notFound,
  409: EXIT.conflict,
  429: EXIT.unavailable,
};

/** The exit code for a response that the service refused; `status` is undefined when no response came. */
export function exitCodeOf(status: number | undefined): ExitCode {
  if (status === undefined || status >= 500) return EXIT.unavailable;
  return BY_STATUS[status] ?? EXIT.failed;
}
