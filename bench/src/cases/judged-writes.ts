import { Client, until } from '../client';
import { documentOf, upsertBody } from '../load/documents';
import { Shot, load } from '../load/load';
import { Case } from './case';
import { allHeard, judgment, loadDocuments } from '../setup';
import { Setting } from './documents';

const still = 'bench/still';
const inherited = 'bench-inherited/one';
/** Documents whose text is longer than the context reads. */
export const standingDocuments = 5000;
const contextTokens = 60;

export const stillName = 'single upsert whose context stays the same, against one without judgments';
export const inheritedName = 'batch write touching 5 of 50 inherited and 50 own judgments, against the same without';

/** These cases need nothing of the bare server. */
const onlyHere = (): Promise<void> => Promise.resolve();
const pathOf = (namespace: string): string => `/namespaces/${encodeURIComponent(namespace)}`;

/** The end of the text, which the context has no room for, tells the writes apart. */
function sameBeginning(i: number, round: number): object {
  const document = documentOf(i);
  return { ...document, state: { ...document.state, text: `${document.state.text} ${round}` } };
}

/** One judgment that reads the beginning of a text, judged once for each document. */
export async function makeStill(client: Client): Promise<void> {
  await client.call('POST', '/namespaces', { name: still });
  await client.call('POST', `${pathOf(still)}/judgments`, judgment('still', 'state.text', 0, contextTokens));
  await loadDocuments(client, onlyHere, still, standingDocuments, (i) => sameBeginning(i, 0));
  await until(async () => (await client.fresh(still, 'still')) >= standingDocuments, 180);
}

/** A write of a text touches three of the inherited judgments and two of the own; none is due while the case runs. */
export async function makeInherited(client: Client): Promise<void> {
  await client.call('POST', '/namespaces', { name: inherited });
  const template = pathOf(`${inherited.split('/')[0]}/*`);
  for (let i = 0; i < 50; i++) {
    const field = (read: number): string => (i < read ? 'state.text' : `state.never_${i}`);
    await client.call('POST', `${template}/judgments`, judgment(`t${i}`, field(3), 3_600_000));
    await client.call('POST', `${pathOf(inherited)}/judgments`, judgment(`o${i}`, field(2), 3_600_000));
  }
  await loadDocuments(client, onlyHere, inherited, standingDocuments);
  await allHeard(client);
}

export function judgedWriteCases({ own, clients, seconds }: Setting): Case[] {
  const post = (namespace: string, body: string): Shot => ({
    method: 'POST',
    path: `/v1${pathOf(namespace)}/documents`,
    body,
  });
  const stillBody = (n: number, round: number): string =>
    JSON.stringify({ upsert: [sameBeginning((n * 31 + round * 7) % standingDocuments, round * 1_000_000 + n + 1)] });
  const batchBody = (n: number, round: number): string =>
    upsertBody((n * 100 + round * 31337) % (standingDocuments - 100), 100, round * 1000 + n + 1);
  const both = (name: string, goal: number, namespace: string, body: (n: number, round: number) => string): Case => ({
    name,
    goal,
    raw: (round) => load(own, clients, seconds, (n) => post('bench/plain', body(n, round))),
    own: (round) => load(own, clients, seconds, (n) => post(namespace, body(n, round))),
  });
  return [both(stillName, 0.8, still, stillBody), both(inheritedName, 0.6, inherited, batchBody)];
}
