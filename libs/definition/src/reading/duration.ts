import { invalid } from '@app/problem';

const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const pattern = /^(\d{1,15})(ms|s|m|h|d)$/;
/** A hundred years; a longer duration would leave the range of timestamps. */
const maxDurationMs = 36_500 * unitMs.d;

/** Milliseconds of a duration such as `14d`; undefined when the text is no duration. */
export function durationMs(text: string): number | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const ms = Number(match[1]) * unitMs[match[2] as keyof typeof unitMs];
  return ms <= maxDurationMs ? ms : undefined;
}

/** Checks a duration against bounds in milliseconds and returns it as the client sent it. */
export function readDuration(value: unknown, pointer: string, minMs = 0, maxMs = maxDurationMs): string {
  if (typeof value !== 'string') {
    const reason = value === undefined ? 'missing_field' : 'bad_type';
    throw invalid(reason, pointer, `\`${pointer}\` must be a duration such as \`30d\`.`);
  }
  const ms = durationMs(value);
  if (ms === undefined) {
    throw invalid('bad_duration', pointer, `\`${pointer}\` must be digits and one of ms, s, m, h, d; at most 36500d.`);
  }
  if (ms < minMs || ms > maxMs) {
    throw invalid('bad_bounds', pointer, `\`${pointer}\` must lie between ${minMs} and ${maxMs} ms.`);
  }
  return value;
}
