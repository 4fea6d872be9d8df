import { Case, Preparation, Round } from '../case/case';
import { comparison } from '../case/comparison';
import { documentOf } from '../load/documents';
import { Shot, load } from '../load/load';
import { pathOf } from '../stack/client';
import { allJudged, allQueued, judgmentOf, loadDocuments } from '../stack/loading';
import { StackSite } from '../stack/site';
import { assertCount, batchBody, plain, plainDocuments, underLoad } from './documents';

const wide = 'bench/wide';
const still = 'bench/still';
const inherited = 'bench-inherited/one';
/** Keeps judging out of the measured time. */
const anHourMs = 3_600_000;
const contextTokens = 60;
/** The same documents stand in the namespace that is compared with. */
const standing = { normal: 5000, short: 200 };

/** Only the end of the text differs between writes, and the context has no room for it. */
function sameBeginning(i: number, round: number): object {
  const document = documentOf(i);
  return { ...document, state: { ...document.state, text: `${document.state.text} ${round}` } };
}

/** The judgment reads the text, and the note alone differs between writes. */
function otherNote(i: number, round: number): object {
  const document = documentOf(i);
  return { ...document, state: { ...document.state, text: `${document.state.text} 0`, note: `round ${round}` } };
}

/** Fifty judgments of which a new text touches five. The documents stand already: a new one touches all fifty. */
const wideDocuments: Preparation<StackSite> = {
  name: 'documents with 50 judgments',
  size: standing,
  make: async ({ client }, { size }) => {
    await client.call('POST', '/namespaces', { name: wide });
    for (let i = 0; i < 50; i++) {
      const field = i < 5 ? 'state.text' : `state.never_${i}`;
      await client.call('POST', `${pathOf(wide)}/judgments`, judgmentOf(`w${i}`, field, anHourMs));
    }
    await loadDocuments(client, wide, size);
    await allQueued(client, wide);
  },
};

/** One judgment that reads the beginning of a text, judged once for each document. */
const stillDocuments: Preparation<StackSite> = {
  name: 'documents whose text is longer than their context',
  size: standing,
  make: async ({ client }, { size }) => {
    await client.call('POST', '/namespaces', { name: still });
    await client.call('POST', `${pathOf(still)}/judgments`, judgmentOf('still', 'state.text', 0, contextTokens));
    await loadDocuments(client, still, size, (i) => sameBeginning(i, 0));
    await allJudged(client, still, 'still', size);
  },
};

/** A write of a text touches three of the inherited judgments and two of the own. */
const inheritedDocuments: Preparation<StackSite> = {
  name: 'documents with 50 inherited and 50 own judgments',
  size: standing,
  make: async ({ client }, { size }) => {
    await client.call('POST', '/namespaces', { name: inherited });
    const template = pathOf(`${inherited.split('/')[0]}/*`);
    for (let i = 0; i < 50; i++) {
      const field = (read: number): string => (i < read ? 'state.text' : `state.never_${i}`);
      await client.call('POST', `${template}/judgments`, judgmentOf(`t${i}`, field(3), anHourMs));
      await client.call('POST', `${pathOf(inherited)}/judgments`, judgmentOf(`o${i}`, field(2), anHourMs));
    }
    await loadDocuments(client, inherited, size);
    await allQueued(client, inherited);
  },
};

/** What judgments cost a write: the service against itself, without judgments. */
export const judgedWriteCases: readonly Case<StackSite>[] = [
  written('batch write touching 5 of 50 judgments, against the same without', 0.6, wide, wideDocuments, batchBody),
  // Before the case below, which changes the texts.
  written(
    'single upsert of a member that no judgment reads, against one without judgments',
    0.9,
    still,
    stillDocuments,
    (n, round, among) => JSON.stringify({ upsert: [otherNote((n * 31 + round * 7) % among, round * 1e6 + n + 1)] }),
  ),
  written(
    'single upsert whose context stays the same, against one without judgments',
    0.6,
    still,
    stillDocuments,
    (n, round, among) => JSON.stringify({ upsert: [sameBeginning((n * 31 + round * 7) % among, round * 1e6 + n + 1)] }),
  ),
  written(
    'batch write touching 5 of 50 inherited and 50 own judgments, against the same without',
    0.6,
    inherited,
    inheritedDocuments,
    batchBody,
  ),
];

function written(
  name: string,
  atLeast: number,
  namespace: string,
  documents: Preparation<StackSite>,
  bodyOf: (n: number, round: number, among: number) => string,
): Case<StackSite> {
  const writes = (to: string, { number, sizeOf }: Round<StackSite>): ((n: number) => Shot) => {
    // Documents that stand in both namespaces, also when few were asked for.
    const among = Math.min(sizeOf(documents), sizeOf(plainDocuments));
    return (n) => ({ method: 'POST', path: `/v1${pathOf(to)}/documents`, body: bodyOf(n, number, among) });
  };
  return comparison({
    name,
    goal: { atLeast },
    needs: [plainDocuments, documents],
    size: underLoad,
    raw: (round) => load(round.site.own, round.clients, round.size, writes(plain, round)),
    own: (round) => load(round.site.own, round.clients, round.size, writes(namespace, round)),
    check: async (site, { sizeOf }) => {
      site.assertEngineIdle();
      await assertCount(site, namespace, sizeOf(documents));
    },
  });
}
