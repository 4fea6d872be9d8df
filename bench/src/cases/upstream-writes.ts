import { Case, Preparation, Round } from '../case/case';
import { comparison } from '../case/comparison';
import { documentOf } from '../load/documents';
import { LoadResult, load } from '../load/load';
import { pathOf } from '../stack/client';
import { createJudgment, judgmentOf, loadDocuments, relatedJudgment } from '../stack/loading';
import { StackSite } from '../stack/site';
import { underLoad } from './documents';
import { aDayMs } from './relations';

const read = 'bench/counted';
const unread = 'bench/uncounted';
const accounts = 50;

/** A ticket of an account, open or closed. */
function ticket(i: number, open: boolean): object {
  const document = documentOf(i);
  return { ...document, attributes: { ...document.attributes, account: `account:${i % accounts}`, open } };
}

/**
 * Open tickets in two namespaces, with a judgment of open tickets that nobody makes by itself; in one of them a judgment of
 * accounts reads its answers.
 */
const tickets: Preparation<StackSite> = {
  name: 'tickets whose judgment another one reads, and others',
  size: { normal: 200, short: 50 },
  make: async ({ client }, { size }) => {
    for (const namespace of [read, unread]) {
      await client.call('POST', '/namespaces', { name: namespace });
      const ofOpen = { ...judgmentOf('angry', 'state.text', 0), applies_to: { 'attributes.open': true } };
      await createJudgment(client, namespace, { ...ofOpen, freshness: { policy: 'manual' } });
      await loadDocuments(client, namespace, size, (i) => ticket(i, true));
    }
    const ofAccount = {
      join: { theirs: 'attributes.account', mine: 'id' },
      answers: [{ judgment: 'angry', cut: 0.5 }],
    };
    await createJudgment(client, read, relatedJudgment('leaving', { tickets: ofAccount }, aDayMs, 'manual'));
  },
};

/** Single upserts, by turns of which all tickets are closed and opened again. */
function upserts(namespace: string, { site, clients, size, sizeOf }: Round<StackSite>): Promise<LoadResult> {
  const among = sizeOf(tickets);
  return load(site.own, clients, size, (n) => ({
    method: 'POST',
    path: `/v1${pathOf(namespace)}/documents`,
    body: JSON.stringify({ upsert: [ticket(n % among, Math.floor(n / among) % 2 === 1)] }),
  }));
}

/** What it costs a write that the answers about its document begin and cease to count for a judgment that reads them. */
export const upstreamWritesCase: Case<StackSite> = comparison({
  name: 'single upsert of a related document whose upstream is read, against one nobody reads',
  goal: { atLeast: 0.8 },
  needs: [tickets],
  size: underLoad,
  raw: (round) => upserts(unread, round),
  own: (round) => upserts(read, round),
  check: async (site) => site.assertEngineIdle(),
});
