import { patient } from '@app/testing/stack';
import { Expected, Row, Seen } from './row';

/** `open`: met only by "not available yet". */
export type Verdict = { kind: 'met' } | { kind: 'open' } | { kind: 'failed'; why: string };

interface Envelope {
  error?: { code?: unknown; message?: unknown; details?: Record<string, unknown> };
}

/** A refusal is quick; how quick is a matter of `test:long`, since a loaded machine is slower. */
const slowestMs = process.env.LONG === '1' ? 500 : patient(3_000);
/** Of a row that is held on purpose until its route is stopped. */
const slowestHeldMs = 15_000;
/** What no message may show: stack, SQL, path of a file, host. */
const inner =
  /\n\s+at |\b(select|insert|update|delete) .+ (from|into|set|where)\b|\/(root|home|work|usr|var|dist)\/|\.(ts|js):\d+|127\.0\.0\.1|localhost/i;

/** Holds a reply against its row. */
export function judgeRow(row: Row, seen: Seen & { closed?: boolean; responses?: number }): Verdict {
  const { expect: expected } = row;
  if (row.method === 'RAW') return rawVerdict(expected, seen);
  if (expected.or_success && seen.status === Number(expected.or_success.slice(0, 3))) return { kind: 'met' };
  const envelope = parsed(seen.text);
  const error = envelope?.error;
  if (error?.details?.['reason'] === 'not_available_yet') return { kind: 'open' };
  const fits = [expected, ...(row.also_ok ?? [])].some((one) => one.status === seen.status && one.code === error?.code);
  if (!fits) return failed(`wanted ${expected.status} ${expected.code}, got ${seen.status} ${seen.text.slice(0, 200)}`);
  const fault = envelopeFault(envelope) ?? headerFault(expected, seen) ?? detailFault(expected, error?.details ?? {});
  if (fault) return failed(fault);
  const limitMs = expected.within_ms ?? expected.max_ms ?? (row.group === 'limits' ? slowestHeldMs : slowestMs);
  return seen.tookMs > limitMs ? failed(`took ${seen.tookMs} ms of ${limitMs}`) : { kind: 'met' };
}

function failed(why: string): Verdict {
  return { kind: 'failed', why };
}

function parsed(text: string): Envelope | null {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return null;
  }
}

function envelopeFault(envelope: Envelope | null): string | undefined {
  const { error, ...beside } = envelope ?? {};
  if (!error || Object.keys(beside).length > 0) return 'the body is not the error envelope alone';
  const extra = Object.keys(error).filter((name) => !['code', 'message', 'details'].includes(name));
  if (extra.length > 0) return `the envelope also holds ${extra.join(', ')}`;
  if (typeof error.message !== 'string' || inner.test(error.message))
    return `the message shows too much: ${String(error.message)}`;
  return undefined;
}

function headerFault({ headers = {}, absent_headers: absent = [] }: Expected, seen: Seen): string | undefined {
  const present = absent.find((name) => seen.headers[name.toLowerCase()] !== undefined);
  if (present) return `carries ${present}`;
  for (const [name, wanted] of Object.entries(headers)) {
    const got = seen.headers[name.toLowerCase()];
    const isMet = wanted.startsWith('>=') ? Number(got) >= Number(wanted.slice(2)) : got === wanted;
    if (!isMet) return `${name} is ${got}, wanted ${wanted}`;
  }
  return undefined;
}

function detailFault({ details = {}, reason }: Expected, got: Record<string, unknown>): string | undefined {
  if (reason && got['reason'] !== reason) return `details.reason is ${JSON.stringify(got['reason'])}, wanted ${reason}`;
  for (const [name, wanted] of Object.entries(details)) {
    if (name === '*') {
      if (typeof got['required_plan'] !== 'string') return 'no plan that allows more is named';
    } else if (wanted === 'string' || wanted === 'next UTC midnight') {
      if (typeof got[name] !== 'string' || got[name] === '') return `details.${name} is ${JSON.stringify(got[name])}`;
    } else if (JSON.stringify(got[name]) !== JSON.stringify(wanted)) {
      return `details.${name} is ${JSON.stringify(got[name])}, wanted ${JSON.stringify(wanted)}`;
    }
  }
  return undefined;
}

function rawVerdict(expected: Expected, seen: Seen & { closed?: boolean; responses?: number }): Verdict {
  // A connection that is closed and carries no reply is as good: no request was taken. One that stays open is not.
  if (seen.status === 0 && !seen.closed) return failed('no response came and the connection stays open');
  if (seen.status !== 0 && seen.status !== expected.status)
    return failed(`got ${seen.status}, wanted ${expected.status}`);
  if (expected.connection_closed && !seen.closed) return failed('the connection stays open');
  if ((seen.responses ?? 0) > (expected.responses_max ?? 1)) return failed(`${seen.responses} responses came`);
  return { kind: 'met' };
}
