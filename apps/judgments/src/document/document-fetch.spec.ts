import { Bus, Call } from '@app/bus';
import type { FetchDocuments } from '@app/contracts/documents';
import { Problem } from '@app/problem';
import { DocumentFetch, Fetch } from './document-fetch';

const ids = Array.from({ length: 48 }, (_, n) => `d${n}`);
const tooLong = () => new Problem('too_large', 'Reading what is related to the documents took longer than 2 s.');

/** Fetches documents of which some take too long to read: alone, or with others. */
function fetchOf(takesTooLong: (of: readonly string[]) => boolean | Problem): {
  asked: number[];
  read: () => Promise<Fetch>;
} {
  const asked: number[] = [];
  const askRaw = async (_: unknown, body: string) => {
    const query = JSON.parse(body) as FetchDocuments;
    asked.push(query.ids.length);
    const fault = takesTooLong(query.ids);
    if (fault !== false) throw fault === true ? tooLong() : fault;
    return { bytes: () => Buffer.from(body), json: () => ({ documents: query.ids.map((id) => ({ id })) }) };
  };
  const fetches = new DocumentFetch({ requester: { askRaw } } as unknown as Bus);
  const query = { organization: 'org', namespace: 'ns', ids, judgments: ['jdg_1'] };
  return { asked, read: () => fetches.fetch(query, Call.within(10_000)) };
}

it('reads fewer documents when they take too long together, and leaves the others to the next claim', async () => {
  const { asked, read } = fetchOf((of) => of.length > 6);
  const { documents, remaining, unreadable } = await read();
  expect(asked).toEqual([48, 6]);
  expect([documents.map(({ id }) => id), remaining, unreadable.size]).toEqual([ids.slice(0, 6), ids.slice(6), 0]);
});

it('gives up a document that takes too long alone, and no other', async () => {
  const { asked, read } = fetchOf((of) => of.includes('d0'));
  const { documents, remaining, unreadable } = await read();
  expect(asked).toEqual([48, 6, 1]);
  expect([documents, remaining, [...unreadable.keys()]]).toEqual([[], ids.slice(1), ['d0']]);
  expect((unreadable.get('d0') as Problem).code).toBe('too_large');
});

it('fails no document that a busy database could not read alone: its claim is tried again [REL-F10]', async () => {
  const busy = new Problem('unavailable', 'The database was too busy.', {}, { retryAfterS: 1 });
  const { asked, read } = fetchOf((of) => (of.includes('d0') && of.length === 1 ? busy : of.includes('d0')));
  await expect(read()).rejects.toBe(busy);
  expect(asked).toEqual([48, 6, 1]);
});
