import { Ledger, TableSize } from '../capacity/ledger';
import { Case } from '../case/case';
import { Measure, bytes, microseconds } from '../case/figures';
import { documentOf } from '../load/documents';
import { pathOf, until } from '../stack/client';
import { judgmentOf, loadDocuments } from '../stack/loading';
import { StackSite } from '../stack/site';

const namespace = 'bench/capacity-churn';
const names = ['first', 'second', 'third'];
const rounds = 20;
const shortRounds = 2;
const judgedLimitS = 180;
/** Tables that grow by less than this for an answer are left out of the line. */
const leastBytes = 1;

/** What an answer takes that follows a change of a document that was judged before: by table, without its first answers. */
export const capacityOfChurn: Case<StackSite> = {
  name: 'capacity, answers made again',
  goal: null,
  needs: [],
  size: { normal: 500, short: 20 },
  maxRounds: 1,
  isOnDemand: true,
  round: async ({ site: { client, stack }, size, isShort }) => {
    const ledger = await Ledger.open(stack);
    await client.call('POST', '/namespaces', { name: namespace });
    const path = `${pathOf(namespace)}/judgments`;
    for (const name of names) await client.call('POST', path, judgmentOf(name, 'state.text', 0));
    const stood = await ledger.charged();
    let judged = 0;
    const judge = async (round: number): Promise<void> => {
      await loadDocuments(client, namespace, size, (i) => documentOf(i, round));
      judged += names.length * size;
      await until(async () => (await ledger.charged()) - stood >= judged, judgedLimitS);
    };
    // The second round leaves rows that a vacuum makes room of: what is updated in place grows no more then.
    await judge(0);
    await judge(1);
    await ledger.vacuumAll();
    const before = await ledger.tables();
    const again = isShort ? shortRounds : rounds;
    const cost = await ledger.costOf(async () => {
      for (let round = 0; round < again; round += 1) {
        await judge(2 + round);
        await ledger.vacuumAll();
      }
    });
    const answers = again * names.length * size;
    const after = await ledger.tables();
    return {
      ratio: 1,
      measures: {
        'CPU an answer': microseconds((1e6 * cost.cpu) / answers),
        'WAL an answer': bytes(cost.wal / answers),
        ...grownBy(before, after, answers),
      },
    };
  },
};

function grownBy(
  before: ReadonlyMap<string, TableSize>,
  after: ReadonlyMap<string, TableSize>,
  answers: number,
): Record<string, Measure> {
  const grown = [...after].flatMap(([name, now]): [string, Measure][] => {
    const { heap, index } = before.get(name) ?? { heap: 0, index: 0 };
    const parts: [string, number][] = [
      [name, (now.heap - heap) / answers],
      [`${name} indexes`, (now.index - index) / answers],
    ];
    return parts.flatMap(([label, value]) => (value >= leastBytes ? [[label, bytes(value)]] : []));
  });
  return Object.fromEntries(grown);
}
