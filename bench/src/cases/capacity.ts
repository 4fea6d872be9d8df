import { GrowingNamespace, OperationFigures } from '../capacity/namespace';
import { Cost, Ledger } from '../capacity/ledger';
import { Operation } from '../capacity/operations';
import { inTurns } from '../capacity/turns';
import { Case } from '../case/case';
import { Measure, bytes, microseconds, milliseconds, perSecond, seconds } from '../case/figures';
import { StackSite } from '../stack/site';
import { assertCount } from './documents';

const grownName = 'bench/capacity';
const baseName = 'bench/capacity-base';
/** What the grown namespace is measured by. */
const baseSize = { normal: 100_000, short: 300 };
const operations: readonly Operation[] = ['read', 'upsert', 'query', 'order', 'threshold'];
/** Beyond it a count of all is refused, because it would look at too many documents. */
const mostCounted = 200_000;

interface Standing {
  ledger: Ledger;
  grown: GrowingNamespace;
  base: GrowingNamespace;
}

const standing = new WeakMap<StackSite, Standing>();

/** The two namespaces of a site. The base is filled once, before the other one has any document. */
async function standingOf(site: StackSite, isShort: boolean): Promise<Standing> {
  const made = standing.get(site);
  if (made) return made;
  const ledger = await Ledger.open(site.stack);
  const base = new GrowingNamespace(site, baseName, ledger);
  const grown = new GrowingNamespace(site, grownName, ledger);
  for (const namespace of [base, grown]) await namespace.create();
  await base.growTo(isShort ? baseSize.short : baseSize.normal);
  const both = { ledger, grown, base };
  standing.set(site, both);
  return both;
}

/**
 * One namespace at one size after another; each row grows it from the size of the row before. The ratio is the worst of
 * the five operations' p50 at one client, by the p50 of the same operation on a namespace of 100,000 in turns with it.
 */
export const capacityCases: readonly Case<StackSite>[] = [
  sized(100_000, 300),
  sized(1_000_000, 500),
  sized(3_000_000, 700),
  sized(10_000_000, 900),
  {
    name: 'capacity, deletion of the namespace',
    goal: null,
    needs: [],
    size: baseSize,
    maxRounds: 1,
    isOnDemand: true,
    round: async ({ site, size, isShort }) => {
      const { grown } = await standingOf(site, isShort);
      if (grown.documents === 0) await grown.growTo(size);
      const { documents } = grown;
      const cost = await grown.delete();
      standing.delete(site);
      return { ratio: 1, measures: perDocument('deletion', cost, documents) };
    },
  },
];

function sized(normal: number, short: number): Case<StackSite> {
  return {
    name: `capacity, ${normal.toLocaleString('en')} documents`,
    goal: { below: 1.3 },
    needs: [],
    size: { normal, short },
    maxRounds: 1,
    isOnDemand: true,
    round: async ({ site, size, isShort }) => {
      const { grown, base, ledger } = await standingOf(site, isShort);
      const added = size - grown.documents;
      const loading = await grown.growTo(size);
      const vacuum = await ledger.costOf(() => ledger.vacuum());
      const document = await ledger.sizeOf('document');
      const attribute = await ledger.sizeOf('attribute');
      const all = grown.documents + base.documents;
      const measures: Record<string, Measure> = {
        ...perDocument('loading', loading, added),
        'vacuum and analyze': seconds(vacuum.seconds),
        'document table a document': bytes(document.heap / all),
        'its indexes': bytes(document.index / all),
        'attribute table a document': bytes(attribute.heap / all),
        'its index': bytes(attribute.index / all),
      };
      let worst = 0;
      for (const operation of operations) {
        const compared = await inTurns(grown, base, operation, isShort ? 0.1 : 1);
        worst = Math.max(worst, compared.grown.p50Ms / compared.base.p50Ms);
        Object.assign(measures, measuresOf(operation, compared.grown), {
          [`${operation} p50 of 100,000`]: milliseconds(compared.base.p50Ms),
          [`${operation} CPU of 100,000`]: microseconds(1000 * compared.base.cpuMs),
        });
      }
      Object.assign(measures, perDocument('walk of a subscription', await grown.changeSubscription(), size));
      return { ratio: worst, measures };
    },
    check: async (site, { size }) => {
      if (size <= mostCounted) await assertCount(site, grownName, size);
    },
  };
}

function measuresOf(operation: Operation, { p50Ms, cpuMs, postgresMs }: OperationFigures): Record<string, Measure> {
  return {
    [`${operation} p50`]: milliseconds(p50Ms),
    [`${operation} CPU`]: microseconds(1000 * cpuMs),
    [`${operation} CPU of Postgres`]: microseconds(1000 * postgresMs),
  };
}

function perDocument(what: string, cost: Cost, documents: number): Record<string, Measure> {
  return {
    [what]: perSecond(documents / cost.seconds),
    [`${what} CPU a document`]: microseconds((1e6 * cost.cpu) / documents),
    [`${what} CPU of Postgres`]: microseconds((1e6 * cost.postgres) / documents),
    [`${what} WAL a document`]: bytes(cost.wal / documents),
  };
}
