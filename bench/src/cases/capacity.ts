import { baseSize, compared, costPerUnit, forget, grownName, standingOf } from '../capacity/standing';
import { Case } from '../case/case';
import { Measure, bytes, seconds } from '../case/figures';
import { StackSite } from '../stack/site';
import { assertCount } from './documents';

/** Beyond it a count of all is refused, because it would look at too many documents. */
const mostCounted = 200_000;

/**
 * One namespace at one size after another; each row grows it from the size of the row before. The ratio is the worst of
 * the five operations' p50 at one client, by the p50 of the same operation on a namespace of 100,000 in turns with it.
 */
export const capacityCases: readonly Case<StackSite>[] = [
  sized(100_000, 300),
  sized(1_000_000, 500),
  sized(3_000_000, 700),
  sized(10_000_000, 900),
];

/** The deletion of what the rows before have grown, and the vacuum that takes its rows away. */
export const capacityOfDeletion: Case<StackSite> = {
  name: 'capacity, deletion of the namespace',
  goal: null,
  needs: [],
  size: { ...baseSize, option: 'documents' },
  maxRounds: 1,
  isOnDemand: true,
  round: async ({ site, size, isShort }) => {
    const { grown, ledger } = await standingOf(site, isShort);
    if (grown.documents === 0) await grown.growTo(size);
    const { documents } = grown;
    const deletion = await grown.delete();
    const before = await ledger.sizeOf('document');
    const vacuum = await ledger.costOf(() => ledger.vacuum());
    const after = await ledger.sizeOf('document');
    forget(site);
    const measures = {
      ...costPerUnit('deletion', deletion, documents, 'a document'),
      'vacuum after it': seconds(vacuum.seconds),
      ...costPerUnit('vacuum', vacuum, documents, 'a deleted document'),
      'document table before the vacuum': bytes(before.heap),
      'document table after the vacuum': bytes(after.heap),
    };
    return { ratio: 1, measures };
  },
};

function sized(normal: number, short: number): Case<StackSite> {
  return {
    name: `capacity, ${normal.toLocaleString('en')} documents`,
    goal: { below: 1.3 },
    needs: [],
    size: { normal, short },
    maxRounds: 1,
    isOnDemand: true,
    round: async ({ site, size, isShort }) => {
      const standing = await standingOf(site, isShort);
      const { grown, base, ledger } = standing;
      const added = size - grown.documents;
      const loading = await grown.growTo(size);
      const vacuum = await ledger.costOf(() => ledger.vacuum());
      const document = await ledger.sizeOf('document');
      const attribute = await ledger.sizeOf('attribute');
      const all = grown.documents + base.documents;
      const measures: Record<string, Measure> = {
        ...costPerUnit('loading', loading, added, 'a document'),
        'vacuum and analyze': seconds(vacuum.seconds),
        'document table a document': bytes(document.heap / all),
        'its indexes': bytes(document.index / all),
        'attribute table a document': bytes(attribute.heap / all),
        'its index': bytes(attribute.index / all),
      };
      const { worst, measures: ofOperations } = await compared(standing, isShort);
      Object.assign(measures, ofOperations);
      Object.assign(
        measures,
        costPerUnit('walk of a subscription', await grown.changeSubscription(), size, 'a document'),
      );
      return { ratio: worst, measures };
    },
    check: async (site, { size }) => {
      if (size <= mostCounted) await assertCount(site, grownName, size);
    },
  };
}
