import { JudgmentError, type Schema } from '@app/sdk';
import { type Cut, cutOf, flipOf, type ThresholdValue } from '@app/thresholds';
import { Refusal } from '../../exit/refusal';
import type { Call } from '../call/call';

type Filter = Schema<'Filter'>;

/** A threshold and what it becomes; null is none. */
export interface Move {
  name: string;
  from: ThresholdValue | null;
  to: ThresholdValue | null;
}

/** What a move does to the documents there are, in a line for a person. */
export async function readEffect(call: Call<{ judgment: string }>, move: Move): Promise<string> {
  const [from, to] = [move.from, move.to].map((value) => (value === null ? 'not set' : JSON.stringify(value)));
  const head = `${move.name}: ${from} becomes ${to}.`;
  if (call.namespace.name.endsWith('/*')) return `${head} What it flags is counted in namespaces, not on a prefix.`;
  try {
    return `${head} ${await countEffect(call, move)}`;
  } catch (error) {
    if (!(error instanceof JudgmentError) || error.reason !== 'scan_too_large') throw error;
    return `${head} What it flags is not counted: too many documents would be read for it.`;
  }
}

/** Documents that a filter takes. */
export async function count({ namespace, world }: Call, filter: Filter): Promise<number> {
  const body = { filter, count: true, limit: 1, include: [] };
  return (await namespace.query(body, { signal: world.signal })).count ?? 0;
}

/** The filter of what a threshold that is set flags. */
export function flaggedFilter(judgment: string, name: string): Filter {
  return { [`answers.${judgment}.thresholds.${name}`]: true };
}

async function countEffect(call: Call<{ judgment: string }>, { name, from, to }: Move): Promise<string> {
  const { judgment } = call.options;
  const before = from === null ? null : await count(call, flaggedFilter(judgment, name));
  const flags = before === null ? '' : `It flags ${documents(before)}`;
  if (to === null) return before === null ? 'It is not set.' : `${flags}, all of which leave.`;
  const { flagged, enter, leave } = flipOf(judgment, from === null ? null : cutOf(from), cutFor(name, to));
  const after = await count(call, flagged as Filter);
  if (before === null) return `It would flag ${documents(after)}.`;
  const entering = enter === null ? 0 : await count(call, enter as Filter);
  const leaving = leave === null ? 0 : await count(call, leave as Filter);
  return `${flags}, and would flag ${after}: ${entering} enter, ${leaving} leave.`;
}

/** @throws Refusal for a value that is no threshold */
function cutFor(name: string, value: unknown): Cut {
  const { gte, lte, option, feature, field } = (typeof value === 'object' && value !== null ? value : {}) as Partial<
    Record<'gte' | 'lte' | 'option' | 'feature' | 'field', unknown>
  >;
  const isBound = [gte, lte].filter((bound) => typeof bound === 'number').length === 1;
  const isOn = [option, feature, field].filter((on) => typeof on === 'string').length === 1;
  if (typeof value === 'number' || (isBound && isOn)) return cutOf(value as ThresholdValue);
  throw new Refusal(
    `The value of ${name} must be a number, null, or such as {"option": "refund", "gte": 0.6}: ${JSON.stringify(value)}.`,
  );
}

function documents(count: number): string {
  return `${count} ${count === 1 ? 'document' : 'documents'}`;
}
