import { Ledger } from '../capacity/ledger';
import { ManyNamespaces, ManyOperation } from '../capacity/many';
import { OperationFigures } from '../capacity/namespace';
import { costPerUnit, measuresOf } from '../capacity/standing';
import { medianOf } from '../capacity/turns';
import { Case } from '../case/case';
import { Measure, microseconds, milliseconds } from '../case/figures';
import { StackSite } from '../stack/site';

const operations: readonly ManyOperation[] = ['read', 'upsert', 'query', 'usage', 'feed'];
const turns = 3;

const standing = new WeakMap<StackSite, { many: ManyNamespaces; one: ManyNamespaces }>();

/**
 * So many namespaces of ten documents; each row adds to those of the row before. The ratio is the worst p50 of the
 * operations on documents, spread over all namespaces, by that of the same operation on one namespace, in turns.
 */
export const capacityOfNamespaces: readonly Case<StackSite>[] = [
  sized(1, 1),
  sized(100, 4),
  sized(1000, 8),
  sized(10_000, 12),
];

function sized(normal: number, short: number): Case<StackSite> {
  return {
    name: `capacity of namespaces, ${normal.toLocaleString('en')}`,
    goal: { below: 1.3 },
    needs: [],
    size: { normal, short },
    maxRounds: 1,
    isOnDemand: true,
    round: async ({ site, size, isShort }) => {
      const ledger = await Ledger.open(site.stack);
      const made = standing.get(site);
      const one = made?.one ?? new ManyNamespaces(site, 'bench-alone', ledger);
      const many = made?.many ?? new ManyNamespaces(site, 'bench-many', ledger);
      standing.set(site, { one, many });
      if (one.count === 0) await one.growTo(1);
      const added = size - many.count;
      const making = await many.growTo(size);
      await ledger.vacuum();
      const idle = await many.idle(isShort);
      const measures: Record<string, Measure> = {
        ...costPerUnit('making', making, added, 'a namespace'),
        'idle CPU a second': milliseconds((1000 * idle.cpu) / idle.seconds),
        'idle CPU of Postgres a second': milliseconds((1000 * idle.postgres) / idle.seconds),
      };
      let worst = 0;
      for (const operation of operations) {
        const figures: Record<'many' | 'one', OperationFigures[]> = { many: [], one: [] };
        // A turn of each that is not counted comes first.
        for (let turn = 0; turn <= turns; turn++) {
          for (const of of turn % 2 === 0 ? (['many', 'one'] as const) : (['one', 'many'] as const)) {
            const measured = await { many, one }[of].measure(operation, isShort ? 0.1 : 1, turn);
            if (turn > 0) figures[of].push(measured);
          }
        }
        const [ofMany, ofOne] = [figures.many, figures.one].map(medianOf);
        Object.assign(measures, measuresOf(operation, ofMany));
        if (operation === 'usage' || operation === 'feed') continue;
        worst = Math.max(worst, ofMany.p50Ms / ofOne.p50Ms);
        measures[`${operation} p50 of one`] = milliseconds(ofOne.p50Ms);
        measures[`${operation} CPU of one`] = microseconds(1000 * ofOne.cpuMs);
      }
      return { ratio: worst, measures };
    },
  };
}
