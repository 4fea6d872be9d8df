import { EXIT, type ExitCode } from './exit-code';

/** The command cannot go on; the message says how to mend it. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly exitCode: ExitCode = EXIT.usage,
  ) {
    super(message);
  }
}
