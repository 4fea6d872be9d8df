import { OutcomeBody } from '@app/contracts/calibration';
import { AnswerMoment } from '@app/contracts/judgments';
import { instantOf, maxAheadMs } from '@app/definition';
import { invalid } from '@app/problem';

/** A posted outcome, read but not yet checked against its judgment. Times are in milliseconds since 1970. */
export interface PostedOutcome {
  index: number;
  document: string;
  value: boolean | string | number | null;
  escape: boolean;
  /** Null when the client left it out, which means now. */
  observedAtMs: number | null;
  /** Null when the client left it out, which means `observed_at` minus the horizon. */
  asOf: number | 'latest' | null;
  answer: string | null;
  /** The person who posted it, `user:<id>`; null for a key, a rule and a window. */
  by: string | null;
  /** Outcomes of one document and judgment with the same identity are one outcome. */
  identity: string;
}

/**
 * Reads outcomes as far as possible without their judgment.
 * @param by the person who posts them: people label beside each other
 * @throws Problem `invalid_request` with the path of the first fault
 */
export function readOutcomes(bodies: OutcomeBody[], by: string | null = null): PostedOutcome[] {
  const seen = new Map<string, number>();
  return bodies.map((body, index) => {
    const posted = readOutcome(body, index, by);
    const key = JSON.stringify([posted.document, posted.identity]);
    const before = seen.get(key);
    if (before !== undefined) {
      throw invalid(
        'duplicate',
        `/outcomes/${index}`,
        `\`/outcomes/${index}\` is the same outcome as \`/outcomes/${before}\`; send one of the two.`,
      );
    }
    seen.set(key, index);
    return posted;
  });
}

function readOutcome(body: OutcomeBody, index: number, by: string | null): PostedOutcome {
  const at = `/outcomes/${index}`;
  const { document, value, escape = false, answer = null } = body;
  if (value === null) {
    throw invalid('bad_type', `${at}/value`, '`value` must not be null; leave out an outcome that you do not know.');
  }
  if (escape === (value !== undefined)) {
    throw escape
      ? invalid('bad_type', `${at}/escape`, '`escape: true` replaces the value; send one of the two.')
      : invalid('missing_field', `${at}/value`, 'Send `value`, or `escape: true` when no option fits.');
  }
  const observedAtMs = body.observed_at === undefined ? null : readInstant(body.observed_at, `${at}/observed_at`);
  const asOf = body.as_of === undefined ? null : readMoment(body.as_of, `${at}/as_of`);
  if (observedAtMs === null && answer === null && asOf !== 'latest') {
    throw invalid(
      'missing_field',
      `${at}/observed_at`,
      'Send `observed_at`; only an outcome with `answer` or with `as_of: "latest"` may leave it out.',
    );
  }
  const sent = { document, value: value ?? null, escape, observedAtMs, asOf, answer, by };
  return { index, ...sent, identity: identityOf(sent) };
}

/**
 * Refuses outcomes that were observed in the future: they would count as the last truth of their answers for ever.
 * @throws Problem `invalid_request`, reason `bad_timestamp`
 */
export function refuseFuture(posts: readonly PostedOutcome[], nowMs: number): void {
  for (const { index, observedAtMs } of posts) {
    if (observedAtMs === null || observedAtMs <= nowMs + maxAheadMs) continue;
    const path = `/outcomes/${index}/observed_at`;
    throw invalid(
      'bad_timestamp',
      path,
      `\`${path}\` lies more than five minutes ahead; send the time when it was observed, with its time zone.`,
    );
  }
}

type IdentityParts = Pick<PostedOutcome, 'observedAtMs' | 'asOf' | 'answer' | 'by'>;

/** The members that the client sent, by value: two spellings of one time are the same; and the person who sent them. */
export function identityOf({ observedAtMs, asOf, answer, by }: IdentityParts): string {
  const parts = [
    ...(observedAtMs === null ? [] : [`observed_at=${observedAtMs}`]),
    ...(asOf === null ? [] : [`as_of=${asOf}`]),
    ...(answer === null ? [] : [`answer=${answer}`]),
    ...(by === null ? [] : [`by=${by}`]),
  ];
  return parts.join('&');
}

/** The identity that an outcome had before a correction named its answer; null when no such outcome can exist. */
export function unnamedIdentity(posted: PostedOutcome): string | null {
  const { answer, observedAtMs, asOf } = posted;
  if (answer === null || (observedAtMs === null && asOf === null)) return null;
  return identityOf({ ...posted, answer: null });
}

function readMoment(text: string, path: string): number | 'latest' {
  return text === 'latest' ? 'latest' : readInstant(text, path);
}

/** The earliest time that the service stores. */
const earliestMs = Date.parse('0001-01-01T00:00:00Z');

function readInstant(text: string, path: string): number {
  const instant = instantOf(text);
  if (instant !== undefined) return Date.parse(instant);
  throw invalid('bad_timestamp', path, `\`${path}\` must be a timestamp such as 2026-03-04T09:30:00.000Z.`);
}

/** The answer that an outcome labels, as a request to judgments. */
export function momentOf({ document, answer, asOf, observedAtMs }: PostedOutcome, horizonMs: number): AnswerMoment {
  if (answer !== null) return { document, as_of: null, answer };
  if (asOf === 'latest') return { document, as_of: null };
  const atMs = Math.max(asOf ?? (observedAtMs ?? 0) - horizonMs, earliestMs);
  return { document, as_of: new Date(atMs).toISOString() };
}

/** What the answers of a judgment may say. */
export interface AnswerRange {
  type: string;
  options: string[] | null;
  levels: number[] | null;
}

/** @throws Problem `invalid_request` for a value that the judgment cannot have */
export function checkValue({ index, value, escape }: PostedOutcome, { type, options, levels }: AnswerRange): void {
  const path = `/outcomes/${index}/${escape ? 'escape' : 'value'}`;
  if (escape) {
    if (type !== 'choice') {
      throw invalid('bad_type', path, `Only a choice has an escape and this judgment is a ${type}; send \`value\`.`);
    }
    return;
  }
  if (type === 'bool' && typeof value !== 'boolean') {
    throw invalid('bad_type', path, `\`${path}\` must be true or false, because the judgment is a bool.`);
  }
  if (type === 'choice') {
    if (typeof value !== 'string') {
      throw invalid('bad_type', path, `\`${path}\` must be a string, one of the judgment's options.`);
    }
    if (options && !options.includes(value)) {
      throw invalid(
        'bad_enum',
        path,
        `\`${path}\` is not an option of the judgment; send an option or \`escape: true\`.`,
      );
    }
  }
  if (type === 'score') {
    if (typeof value !== 'number') {
      throw invalid('bad_type', path, `\`${path}\` must be a number, because the judgment is a score.`);
    }
    const [low, high] = levels?.length ? [Math.min(...levels), Math.max(...levels)] : [value, value];
    if (value < low || value > high) {
      throw invalid('bad_bounds', path, `\`${path}\` must lie between ${low} and ${high}.`);
    }
  }
}
