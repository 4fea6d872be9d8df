import { seedAnswers } from '../capacity/answers';
import { compared, costPerUnit, grownName, measuresOf, restart, standingWith } from '../capacity/standing';
import { Case } from '../case/case';
import { Measure, bytes, times } from '../case/figures';
import { dropPageCache } from '../stack/restart';
import { StackSite } from '../stack/site';

const size = { normal: 3_000_000, short: 700, option: 'documents' as const };
const shared = { needs: [], size, maxRounds: 1, isOnDemand: true as const };

/** The large namespace as it is, with nothing in memory, and with answers. Each begins where the row before ended. */
export const capacityOfServer: readonly Case<StackSite>[] = [
  {
    ...shared,
    name: 'capacity of the large namespace, filled by copies',
    goal: { below: 1.3 },
    round: async ({ site, size: documents, isShort }) => {
      const { worst, measures } = await compared(await standingWith(site, documents, isShort), isShort);
      return { ratio: worst, measures };
    },
  },
  {
    ...shared,
    name: 'capacity of the large namespace, with nothing in memory',
    goal: null,
    round: async ({ site, size: documents, isShort }) => {
      const standing = await standingWith(site, documents, isShort);
      const { grown } = standing;
      const measures: Record<string, Measure> = {};
      const factors: number[] = [];
      const seconds = isShort ? 0.1 : 1;
      const operations = ['read', 'query'] as const;
      // All before the first end of Postgres, after which nothing is warm.
      const warm = [];
      for (const operation of operations) warm.push(await grown.measure(operation, seconds, 1_000));
      for (const [index, operation] of operations.entries()) {
        await restart(site, standing);
        const isDropped = dropPageCache();
        // Of other documents than before.
        const cold = await grown.measure(operation, seconds, 1_001);
        Object.assign(
          measures,
          measuresOf(`${operation}, warm,`, warm[index]),
          measuresOf(`${operation}, cold,`, cold),
        );
        measures['page cache dropped'] = times(isDropped ? 1 : 0);
        factors.push(cold.p50Ms / warm[index].p50Ms);
      }
      return { ratio: Math.max(...factors), measures };
    },
  },
  {
    ...shared,
    name: 'capacity of the large namespace, with three answers a document',
    goal: { below: 1.3 },
    round: async ({ site, size: documents, isShort }) => {
      const standing = await standingWith(site, documents, isShort);
      const { ledger, grown, base } = standing;
      let answers = 0;
      const cost = await ledger.costOf(async () => {
        for (const { name, documents: count } of [base, grown]) answers += await seedAnswers(site, name, count);
      });
      await ledger.vacuum();
      const table = await ledger.sizeOf('answer');
      const { worst, measures } = await compared(standing, isShort);
      const ofAnswers = {
        ...costPerUnit('applying', cost, answers, 'an answer'),
        'answer table an answer': bytes(table.heap / answers),
        'its indexes': bytes(table.index / answers),
      };
      return { ratio: worst, measures: { ...ofAnswers, ...measures } };
    },
    check: async (site) => {
      const fresh = await site.client.call<{ documents: object[] }>(
        'POST',
        `/namespaces/${encodeURIComponent(grownName)}/query`,
        {
          filter: { id: 'doc:0', 'answers.third.status': 'fresh' },
        },
      );
      if (fresh.documents.length !== 1) throw new Error('the answers of the first document are not fresh');
    },
  },
];
