import { eventually } from '@app/testing/stack';
import fc from 'fast-check';
import { untilAnswered } from './load';
import { Scenario } from './scenario';

/** A change of what a group counts. Documents are numbered. */
export type Change =
  | { kind: 'write'; n: number; attributes: object; size: number; text: number }
  | { kind: 'move'; n: number; seller: string | string[] }
  | { kind: 'judge'; n: number; text: number }
  | { kind: 'delete'; n: number }
  | { kind: 'threshold'; alarm: number };

const seller = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('s0', 's1', 's2', 's3', 's4') },
  { weight: 1, arbitrary: fc.subarray(['s0', 's1', 's5'], { minLength: 1 }) },
);
const amount = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -1000, max: 1000 }).map((tenths) => tenths / 10) },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constant('many') },
);
const attributes = fc.record({ seller, amount, open: fc.boolean() }, { requiredKeys: ['amount'] });
const text = fc.nat({ max: 1_000_000 });

/** Moves of so many documents between keys, which no judgment reads. */
export function movesOf(documents: number): fc.Arbitrary<Change> {
  return fc.record({ kind: fc.constant('move' as const), n: fc.nat({ max: documents - 1 }), seller });
}

/** Changes of so many documents: most of them write, move, judge anew or delete one. */
export function changesOf(documents: number): fc.Arbitrary<Change> {
  const n = fc.nat({ max: documents - 1 });
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ kind: fc.constant('write' as const), n, attributes, size: fc.nat({ max: 99 }), text }),
    },
    { weight: 5, arbitrary: movesOf(documents) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('judge' as const), n, text }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), n }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('threshold' as const),
        alarm: fc.integer({ min: 1, max: 99 }).map((p) => p / 100),
      }),
    },
  );
}

const writers = 4;

/** Writers that make changes in a namespace, each of documents of its own, and send again what was not answered. */
export class GroupChanges {
  private readonly live = new Set<number>();
  private made = 0;

  constructor(private readonly scenario: Scenario) {}

  /** Resolves when all of these were answered. */
  async make(changes: readonly Change[]): Promise<void> {
    this.made = 0;
    const writerOf = (change: Change, i: number): number => ('n' in change ? change.n : i) % writers;
    const one = async (writer: number): Promise<void> => {
      for (const change of changes.filter((each, i) => writerOf(each, i) === writer)) {
        await this.send(change);
        this.made += 1;
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, writer) => one(writer)));
  }

  /** Waits until so many of the changes that are being made were answered. */
  async untilMade(count: number): Promise<void> {
    await eventually(() => {
      if (this.made < count) throw new Error(`${this.made} of ${count} changes are answered.`);
    }, 300_000);
  }

  private async send(change: Change): Promise<void> {
    if (change.kind === 'threshold') {
      await untilAnswered(this.scenario, 'PATCH', '/judgments/late', { thresholds: { alarm: change.alarm } });
      return;
    }
    const operations = this.operations(change);
    if (operations) await untilAnswered(this.scenario, 'POST', '/documents', operations);
  }

  /** A document that is not there is not moved; any other change of it writes it. */
  private operations(change: Exclude<Change, { kind: 'threshold' }>): object | null {
    const id = `o${change.n}`;
    const isThere = this.live.has(change.n);
    if (change.kind === 'delete' && isThere) {
      this.live.delete(change.n);
      return { delete: [{ id }] };
    }
    if (change.kind === 'move') return isThere ? { patch: [{ id, attributes: { seller: change.seller } }] } : null;
    if (change.kind === 'judge' && isThere) return { patch: [{ id, state: { text: this.text(id, change.text) } }] };
    this.live.add(change.n);
    const {
      attributes: written,
      size,
      text: n,
    } = change.kind === 'write'
      ? change
      : { attributes: { seller: 's0', amount: 0.1 }, size: change.n, text: change.n };
    return { upsert: [{ id, attributes: written, state: { text: this.text(id, n), size } }] };
  }

  private text(id: string, n: number): string {
    return `order ${id} of ${this.scenario.namespace}, ${n}`;
  }
}
