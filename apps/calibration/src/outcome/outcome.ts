import { AnswerMoment, OutcomeBody } from '@app/contracts';
import { invalid } from '@app/problem';

/** An outcome as posted, read but not yet held against its judgment. Instants in milliseconds since 1970. */
export interface Posted {
  index: number;
  document: string;
  value: boolean | string | number | null;
  escape: boolean;
  /** Null when it was left out: then now. */
  observedAtMs: number | null;
  /** Null when it was left out: then `observed_at` minus the horizon. */
  asOf: number | 'latest' | null;
  answer: string | null;
  /** The same identity of the same document and judgment is the same outcome. */
  identity: string;
}

/**
 * Reads outcomes as far as they can be read without their judgment.
 * @throws Problem `invalid_request` with the place of the first fault
 */
export function readOutcomes(bodies: OutcomeBody[]): Posted[] {
  const seen = new Map<string, number>();
  return bodies.map((body, index) => {
    const posted = readOutcome(body, index);
    const key = JSON.stringify([posted.document, posted.identity]);
    const before = seen.get(key);
    if (before !== undefined) {
      throw invalid(
        'duplicate',
        `/outcomes/${index}`,
        `\`/outcomes/${index}\` is the same outcome as ${before}; send one.`,
      );
    }
    seen.set(key, index);
    return posted;
  });
}

function readOutcome(body: OutcomeBody, index: number): Posted {
  const at = `/outcomes/${index}`;
  const { document, value, escape = false, answer = null } = body;
  if (value === null)
    throw invalid('bad_type', `${at}/value`, 'Leave an outcome that is not known out; null says nothing.');
  if (escape === (value !== undefined)) {
    throw escape
      ? invalid('bad_type', `${at}/escape`, '`escape: true` stands in place of a value; send one of the two.')
      : invalid('missing_field', `${at}/value`, 'Send `value`, or `escape: true` when none of the options fits.');
  }
  const observedAtMs = body.observed_at === undefined ? null : readInstant(body.observed_at, `${at}/observed_at`);
  const asOf = body.as_of === undefined ? null : readMoment(body.as_of, `${at}/as_of`);
  if (observedAtMs === null && answer === null && asOf !== 'latest') {
    throw invalid(
      'missing_field',
      `${at}/observed_at`,
      'Send `observed_at`; it may be left out beside `answer` or `as_of: "latest"` only.',
    );
  }
  const sent = { document, value: value ?? null, escape, observedAtMs, asOf, answer };
  return { index, ...sent, identity: identityOf(sent) };
}

type Referred = Pick<Posted, 'observedAtMs' | 'asOf' | 'answer'>;

/** Whichever of the three was sent; instants by their value, not by how they were written. */
export function identityOf({ observedAtMs, asOf, answer }: Referred): string {
  const parts = [
    ...(observedAtMs === null ? [] : [`observed_at=${observedAtMs}`]),
    ...(asOf === null ? [] : [`as_of=${asOf}`]),
    ...(answer === null ? [] : [`answer=${answer}`]),
  ];
  return parts.join('&');
}

/** The identity that an outcome had before a correction named its answer; null when it can have had none. */
export function unnamedIdentity(posted: Posted): string | null {
  if (posted.answer === null) return null;
  return identityOf({ ...posted, answer: null }) || null;
}

function readMoment(text: string, path: string): number | 'latest' {
  return text === 'latest' ? 'latest' : readInstant(text, path);
}

/** What came before the year 1 no store can hold. */
const earliestMs = Date.parse('0001-01-01T00:00:00Z');
const instant = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

function readInstant(text: string, path: string): number {
  const ms = instant.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(ms) || ms < earliestMs) {
    throw invalid('bad_timestamp', path, `\`${path}\` must be a timestamp such as 2026-03-04T09:30:00.000Z.`);
  }
  return ms;
}

/** Which answer an outcome labels, as judgments is asked. */
export function momentOf({ document, answer, asOf, observedAtMs }: Posted, horizonMs: number): AnswerMoment {
  if (answer !== null) return { document, as_of: null, answer };
  if (asOf === 'latest') return { document, as_of: null };
  const atMs = Math.max(asOf ?? (observedAtMs ?? 0) - horizonMs, earliestMs);
  return { document, as_of: new Date(atMs).toISOString() };
}

/** What a judgment may be answered with. */
export interface Answerable {
  type: string;
  options: string[] | null;
  levels: number[] | null;
}

/** @throws Problem `invalid_request` for a value that this judgment cannot have */
export function checkValue({ index, value, escape }: Posted, { type, options, levels }: Answerable): void {
  const path = `/outcomes/${index}/${escape ? 'escape' : 'value'}`;
  if (escape) {
    if (type !== 'choice') throw invalid('bad_type', path, `Only a choice has an escape; this judgment is a ${type}.`);
    return;
  }
  if (type === 'bool' && typeof value !== 'boolean') {
    throw invalid('bad_type', path, `\`${path}\` must be true or false: the judgment is a bool.`);
  }
  if (type === 'choice') {
    if (typeof value !== 'string') throw invalid('bad_type', path, `\`${path}\` must be one of the options, a string.`);
    if (options && !options.includes(value)) {
      throw invalid(
        'bad_enum',
        path,
        `\`${path}\` is none of the judgment's options; send one of them or \`escape: true\`.`,
      );
    }
  }
  if (type === 'score') {
    if (typeof value !== 'number')
      throw invalid('bad_type', path, `\`${path}\` must be a number: the judgment is a score.`);
    const [low, high] = levels?.length ? [Math.min(...levels), Math.max(...levels)] : [value, value];
    if (value < low || value > high)
      throw invalid('bad_bounds', path, `\`${path}\` must lie between ${low} and ${high}.`);
  }
}
