import { Case, Round } from '../case/case';
import { milliseconds, perSecond } from '../case/figures';
import { randomOf } from '../load/documents';
import { LoadResult, load } from '../load/load';
import { Client, pathOf, until } from '../stack/client';
import { createJudgment, loadDocuments, relatedJudgment } from '../stack/loading';
import { StackSite } from '../stack/site';
import { underLoad } from './documents';
import { aDayMs, customerOf, inTurns, pointing, quietReads, relatedReads } from './relations';

const [openKeys, openKeysShort] = [10_000, 200];
const judgments = 3;
/** Until the changes of the last batch are walks that wait. */
const drainedMs = 3_000;
const deletedWithinS = 300;

/** What the changes that wait in one namespace cost those who read in another one. */
export const besideOpenCase: Case<StackSite> = {
  name: 'point read with 3 related answers of 10, beside 10,000 open keys of another namespace, of alone',
  goal: { atLeast: 0.95 },
  needs: [quietReads],
  size: underLoad,
  maxRounds: 5,
  round: async (round) => {
    const { client } = round.site;
    const beside = async (): Promise<LoadResult> => {
      const namespace = `bench/open-${round.number}`;
      await openIn(client, namespace, round.isShort ? openKeysShort : openKeys);
      try {
        return await reads(round);
      } finally {
        await remove(client, namespace);
      }
    };
    const [own, alone] = await inTurns(round.number, beside, () => reads(round));
    return {
      ratio: own.perSecond / alone.perSecond,
      measures: {
        raw: perSecond(alone.perSecond),
        own: perSecond(own.perSecond),
        p50: milliseconds(own.p50Ms),
        p99: milliseconds(own.p99Ms),
      },
    };
  },
};

function reads({ site, clients, size, sizeOf, number }: Round<StackSite>): Promise<LoadResult> {
  const random = randomOf(number);
  const path = `/v1${pathOf(relatedReads)}/documents/doc:`;
  return load(site.own, clients, size, () => ({
    method: 'GET',
    path: `${path}${Math.floor(random() * sizeOf(quietReads))}?fresh=stored`,
  }));
}

/** None of the documents that change, so that none is judged beside the reads. */
const pointers = { 'attributes.customer': { exists: true } };

/** A change of each of many documents, for each of three judgments. Fan-outs wait for a day, so they stay open. */
async function openIn(client: Client, namespace: string, keys: number): Promise<void> {
  await client.call('POST', '/namespaces', { name: namespace });
  for (let i = 0; i < judgments; i++) {
    const judgment = relatedJudgment(`j${i}`, { customer: pointing('customer') }, aDayMs);
    await createJudgment(client, namespace, { ...judgment, applies_to: pointers });
  }
  await loadDocuments(client, namespace, keys, (i) => customerOf(i));
  await new Promise((resolve) => setTimeout(resolve, drainedMs));
}

async function remove(client: Client, namespace: string): Promise<void> {
  const { id } = await client.call<{ id: string }>('DELETE', pathOf(namespace));
  const isOver = async (): Promise<boolean> => {
    const { status } = await client.call<{ status: string }>('GET', `/jobs/${id}`);
    if (status === 'failed') throw new Error(`the job ${id} failed`);
    return status === 'done';
  };
  await until(isOver, deletedWithinS, 500);
}
