import { ErrorCode, Kind, kindByCode, statusByCode } from './codes';
import type { Details, DetailsOf, GivenDetails } from './details';
import { Reason } from './reasons';

/** The specification's error envelope, as it goes over HTTP and over the bus. */
export interface ErrorEnvelope {
  error: { code: ErrorCode; message: string; details?: Details };
}

export interface ProblemOptions {
  cause?: unknown;
  /** Seconds after which a retry may succeed. Without it the gateway sends 1 for a status of 503. */
  retryAfterS?: number;
}

/** A code with the facts that it carries. */
type ProblemOf = {
  [C in ErrorCode]: [code: C, message: string, ...details: GivenDetails<C>, options?: ProblemOptions];
}[ErrorCode];

/**
 * A failure that a caller can act on: one of the specification's codes, a sentence that says how to mend it, and facts.
 * Any other thrown value is a defect of the service, and callers see `internal`.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly details: Details;
  readonly retryAfterS?: number;

  /** Takes a code, the message, the facts that `detailMembers` lets the code carry, and options. */
  constructor(...[code, message, details, options = {}]: ProblemOf) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = details ?? {};
    this.retryAfterS = options.retryAfterS;
  }

  get status(): number {
    return statusByCode[this.code];
  }

  get kind(): Kind {
    return kindByCode[this.code];
  }

  /** The envelope to answer with. It never holds the cause. */
  toEnvelope(): ErrorEnvelope {
    const details = Object.keys(this.details).length > 0 ? { details: this.details } : {};
    return { error: { code: this.code, message: this.message, ...details } };
  }

  /** This problem with further facts that every code carries. @param message its own when left out */
  with(facts: DetailsOf<ErrorCode>, message = this.message): Problem {
    return Problem.fromEnvelope({ error: { code: this.code, message, details: { ...this.details, ...facts } } });
  }

  /** The problem in an envelope that another process sent. */
  static fromEnvelope(envelope: ErrorEnvelope, retryAfterS?: number): Problem {
    const { code, message, details } = envelope.error;
    // An envelope holds the facts that its code carried when it was made.
    return new Problem(...([code, message, details, { retryAfterS }] as ProblemOf));
  }
}

/** The kind of a thrown value; a value that is no Problem is a `defect`. */
export function kindOf(thrown: unknown): Kind {
  return thrown instanceof Problem ? thrown.kind : 'defect';
}

/** `invalid_request` at a path of the request, with the reason and a sentence that says how to mend it. */
export function invalid(
  reason: Reason,
  path: string,
  message: string,
  facts: DetailsOf<'invalid_request'> = {},
): Problem {
  return new Problem('invalid_request', message, { reason, path, ...facts });
}

/** Refusal of a member or route that the contract names and that is not built yet. */
export function notAvailableYet(path: string): Problem {
  return invalid('not_available_yet', path, `\`${path}\` is part of the contract but not available yet; leave it out.`);
}
