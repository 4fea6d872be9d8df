import { EXIT, type ExitCode } from '@app/commands';

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
