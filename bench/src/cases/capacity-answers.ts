import { Ledger } from '../capacity/ledger';
import { Case } from '../case/case';
import { Measure, bytes, microseconds, perSecond } from '../case/figures';
import { documentOf } from '../load/documents';
import { pathOf } from '../stack/client';
import { allJudged, judgmentOf, loadDocuments } from '../stack/loading';
import { StackSite } from '../stack/site';

const namespace = 'bench/capacity-answers';
const names = ['first', 'second', 'third'];

/** What an answer costs and takes: documents with three judgments' answers, each asked of the simulator. */
export const capacityOfAnswers: Case<StackSite> = {
  name: 'capacity, three answers a document',
  goal: null,
  needs: [],
  size: { normal: 5000, short: 50 },
  maxRounds: 1,
  isOnDemand: true,
  round: async ({ site: { client, stack }, size }) => {
    const ledger = await Ledger.open(stack);
    await client.call('POST', '/namespaces', { name: namespace });
    await loadDocuments(client, namespace, size);
    const path = `${pathOf(namespace)}/judgments`;
    for (const name of names) await client.call('POST', path, judgmentOf(name, 'state.text', 0));
    const before = await ledger.schemas();
    const cost = await ledger.costOf(async () => {
      // A write that changes what is asked about makes each document's three answers wanted.
      await loadDocuments(client, namespace, size, (i) => documentOf(i, 1));
      for (const name of names) await allJudged(client, namespace, name, size);
    });
    const answers = names.length * size;
    const grown = [...(await ledger.schemas())].map(([schema, now]): [string, Measure] => [
      `${schema} an answer`,
      bytes(Math.max(0, now - (before.get(schema) ?? 0)) / answers),
    ]);
    const table = await ledger.sizeOf('answer');
    return {
      ratio: 1,
      measures: {
        answers: perSecond(answers / cost.seconds),
        'CPU an answer': microseconds((1e6 * cost.cpu) / answers),
        'CPU of Postgres': microseconds((1e6 * cost.postgres) / answers),
        'WAL an answer': bytes(cost.wal / answers),
        'answer table an answer': bytes(table.heap / answers),
        'its indexes': bytes(table.index / answers),
        ...Object.fromEntries(grown),
      },
    };
  },
};
