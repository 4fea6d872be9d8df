import { Case, Preparation } from '../case/case';
import { perSecond, times } from '../case/figures';
import { documentOf } from '../load/documents';
import { Client, pathOf, until } from '../stack/client';
import { allJudged, createJudgment, judgmentOf, lateJudgment, loadDocuments } from '../stack/loading';
import { StackSite } from '../stack/site';
import { inTurns } from './relations';

const read = 'bench/upstream';
const alone = 'bench/upstream-alone';
const judgedLimitS = 180;
const pollMs = 50;

/** Reads on which side of 1 another answer about the same document lies: a probability never leaves it. */
function readerOf(name: string, upstream: string): object {
  const me = { join: { theirs: 'id', mine: 'id' }, answers: [{ judgment: upstream, cut: 1 }] };
  const context = { fields: ['attributes.seller'], related: { me } };
  return { ...judgmentOf(name, 'attributes.seller', 0), context };
}

/** The same documents in two namespaces; in one of them two further judgments read the answers, one through the other. */
const judgedDocuments: Preparation<StackSite> = {
  name: 'documents whose answers are read, three deep, and others',
  size: { normal: 2000, short: 100 },
  make: async ({ client }, { size }) => {
    for (const namespace of [read, alone]) {
      await client.call('POST', '/namespaces', { name: namespace });
      await client.call('POST', `${pathOf(namespace)}/judgments`, lateJudgment);
    }
    await createJudgment(client, read, readerOf('second', lateJudgment.name));
    await createJudgment(client, read, readerOf('third', 'second'));
    for (const namespace of [read, alone]) await loadDocuments(client, namespace, size);
    for (const name of [lateJudgment.name, 'second', 'third']) await allJudged(client, read, name, size);
    await allJudged(client, alone, lateJudgment.name, size);
  },
};

/** New answers a second to documents that stand, from their writes until all are fresh. */
async function judgedAgain(client: Client, namespace: string, documents: number, round: number): Promise<number> {
  const startedMs = performance.now();
  await loadDocuments(client, namespace, documents, (i) => documentOf(i, 500 + round));
  await until(async () => (await client.fresh(namespace, lateJudgment.name)) >= documents, judgedLimitS, pollMs);
  return documents / ((performance.now() - startedMs) / 1000);
}

/** What it costs that others read an answer, while it moves inside of what they read of it. */
export const upstreamCase: Case<StackSite> = {
  name: 'judging whose answers two others read without a move, against nobody reading them',
  goal: { atLeast: 0.95 },
  needs: [judgedDocuments],
  size: { normal: 1, short: 1 },
  maxRounds: 5,
  round: async ({ site, number, sizeOf }) => {
    const size = sizeOf(judgedDocuments);
    const { client, simulator } = site;
    const asked = simulator.requests().length;
    const again = (namespace: string) => () => judgedAgain(client, namespace, size, number);
    const [own, raw] = await inTurns(number, again(read), again(alone));
    const more = Math.max(0, simulator.requests().length - asked - 2 * size);
    return {
      ratio: own / raw,
      measures: { raw: perSecond(raw), own: perSecond(own), 'asks of those who read': times(more) },
    };
  },
};
