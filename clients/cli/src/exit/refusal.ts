import { EXIT, type ExitCode } from '@app/commands';

/** The command cannot go on; the message says how to mend it. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly exitCode: ExitCode = EXIT.usage,
  ) {
    super(message);
  }
}
