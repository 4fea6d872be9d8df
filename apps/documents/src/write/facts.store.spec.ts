import { FactMessage, fits } from '@app/contracts';
import {
  DocumentChanged,
  DocumentDeleted,
  documentChangedBulk,
  documentChangedLive,
  documentDeleted,
} from '@app/contracts/documents';
import type { Tx } from '@app/persistence';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';

let harness: DocumentsHarness;
const ref = { organization: 'org_facts', namespace: 'facts/one' };

beforeAll(async () => {
  harness = await openDocuments();
  await harness.putJudgment(ref.organization, ref.namespace, 'note');
}, 60_000);
afterAll(() => harness.close());

/** The payloads of a message in the outbox, which SQL wrote; fails on one that is not as the message declares. */
async function declared<P extends object>({ subject, payload }: FactMessage<P>): Promise<P[]> {
  const facts = await harness.published<P>(ref.organization, subject);
  for (const fact of facts) expect(fits(payload, fact, true)).toBeNull();
  return facts;
}

it('writes facts as their messages declare them [FRS-04] [DOC-13]', async () => {
  const upsert = ['a', 'b'].map((id) => ({ id, state: { note: 'n' } }));
  await harness.write(ref.organization, ref.namespace, { upsert });
  await harness.write(ref.organization, ref.namespace, { patch: [{ id: 'a', state: { note: 'm' } }] });
  await harness.write(ref.organization, ref.namespace, { delete: [{ id: 'b' }] });
  const live: DocumentChanged[] = await declared(documentChangedLive);
  expect(live).toMatchObject([
    { ...ref, sets: [['jdg_note']], documents: [{ id: 'a' }, { id: 'b' }], cause: 'write' },
    { ...ref, sets: [['jdg_note']], documents: [{ id: 'a', set: 0 }], cause: 'write' },
  ]);
  const deleted: DocumentDeleted[] = await declared(documentDeleted);
  expect(deleted).toMatchObject([{ ...ref, documents: [{ id: 'b' }] }]);
});

it('writes the fact of a large write to the bulk stream as its message declares it', async () => {
  const patch = [{ id: 'a', state: { note: 'bulk' } }];
  await harness.database.transaction('spec', (tx) => harness.lockedWrites.writeWithin(tx, ref, { patch }, 'bulk'));
  const bulk = await declared(documentChangedBulk);
  expect(bulk).toMatchObject([{ ...ref, documents: [{ id: 'a', set: 0 }], cause: 'write' }]);
});

it('commits a large write in as many statements as any other', async () => {
  const statementsOf = async (lane: 'live' | 'bulk'): Promise<unknown[]> => {
    const statements: unknown[] = [];
    await harness.database.transaction('spec', async (tx) => {
      const query: Tx['query'] = (statement, values) => {
        statements.push(typeof statement === 'string' ? statement : statement.name);
        return tx.query(statement, values);
      };
      const patch = [{ id: 'a', state: { note: `by ${lane}` } }];
      await harness.lockedWrites.writeWithin({ ...tx, query }, ref, { patch }, lane);
    });
    return statements;
  };
  const live = await statementsOf('live');
  expect(live).toContain('write-commit');
  expect(await statementsOf('bulk')).toEqual(live);
});

it('takes the fact of a build that names no subject for one of the live stream', async () => {
  const write = {
    documents: [{ id: 'e', kind: 'insert', read: 0, bytes: 2, attributes: {}, state: {}, images: {}, invalidated: 0 }],
    changed: 1,
    invalidated: [{ judge: ['jdg_note'], invalidate: [], other_versions: {} }],
    attributes: { added: [], removed: [] },
    growth: { documents: 1, bytes: 2 },
    facts: { changed: 'msg_earlier', deleted: null, headers: {} },
  };
  await harness.database.query(
    `select commit_batch($1, 'facts/earlier', null,
       coalesce((select revision from column_revision where organization = $1), 0), $2::jsonb)`,
    [ref.organization, JSON.stringify(write)],
  );
  const { rows } = await harness.database.query(`select subject from outbox where id = 'msg_earlier'`);
  expect(rows).toEqual([{ subject: documentChangedLive.subject }]);
});

it('wakes the relay for the fact of every write', async () => {
  let woken = 0;
  harness.database.onOutbox(() => woken++);
  const write = (n: number, effectId?: string) => {
    const patch = ['a', 'c'].map((id) => ({ id, state: { note: `woken ${n}` } }));
    return harness.write(ref.organization, ref.namespace, { patch }, effectId);
  };
  await harness.write(ref.organization, ref.namespace, { upsert: [{ id: 'c', state: { note: 'made' } }] });
  expect(woken).toBe(1);
  await write(1);
  expect(woken).toBe(2);
  await write(2, 'clm_woken');
  expect(woken).toBe(3);
});
