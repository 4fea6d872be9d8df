import { Tx } from '@app/persistence';
import { joinKeySql } from '../../document/join-key';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { aBlock, aPointer, anEntity, related } from '../../testing/related';

const org = 'org_relation';
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments(20);
}, 60_000);
afterAll(() => harness.close());

/** What stands in the inbox of a namespace, which is emptied. */
async function inbox(namespace: string): Promise<string[]> {
  const { rows } = await harness.database.query<{ mine: string; key: string; source: string | null }>(
    `delete from related_change where namespace_id = (select id from namespace where name = $1)
     returning mine, convert_from(substr(key, 2), 'UTF8') as key, source`,
    [namespace],
  );
  return rows.map(({ mine, key, source }) => `${mine}=${key}${source === null ? '' : ` not ${source}`}`).sort();
}

async function links(namespace: string): Promise<string[]> {
  const { rows } = await harness.database.query<{ one: string }>(
    `select l.name || '=' || convert_from(substr(l.key, 2), 'UTF8') || ' ' || l.document_id as one from link l
     where l.namespace_id = (select id from namespace where name = $1) order by name, key, created_at desc, document_id`,
    [namespace],
  );
  return rows.map(({ one }) => one);
}

it('leaves one row for a changed target however many documents point at it, and none for what nobody reads [REL-03]', async () => {
  const ns = 'rel/pointer';
  await harness.putJudgment(org, ns, 'late', related(aPointer()));
  const orders = Array.from({ length: 300 }, (_, n) => ({ id: `o${n}`, attributes: { customer: 'c1' } }));
  await harness.write(org, ns, { upsert: [{ id: 'c1', state: { tier: 'gold', note: 'a' } }, ...orders] });
  await inbox(ns);

  await harness.write(org, ns, { patch: [{ id: 'c1', state: { note: 'b' } }] });
  expect(await inbox(ns)).toEqual([]);
  await harness.write(org, ns, { patch: [{ id: 'c1', state: { tier: 'gold' } }] });
  expect(await inbox(ns)).toEqual([]);
  await harness.write(org, ns, { patch: [{ id: 'c1', state: { tier: 'lead' } }] });
  expect(await inbox(ns)).toEqual(['customer=c1']);
  await harness.write(org, ns, { upsert: [{ id: 'c1', state: { tier: 'tin', note: 'b' } }] });
  expect(await inbox(ns)).toEqual(['customer=c1']);
  const patch = { state: { tier: ['wood'] } };
  await harness.writeByFilter(org, ns, { type: 'patch_by_filter', filter: { id: 'c1' }, patch });
  expect(await inbox(ns)).toEqual(['customer=c1']);
  await harness.write(org, ns, { append: [{ id: 'c1', path: 'state.tier', values: ['tin'] }] });
  expect(await inbox(ns)).toEqual(['customer=c1']);
  await harness.write(org, ns, { delete: [{ id: 'c1' }] });
  expect(await inbox(ns)).toEqual(['customer=c1']);
  await harness.write(org, ns, { upsert: [{ id: 'c1', state: { note: 'no tier' } }] });
  expect(await inbox(ns)).toEqual([]);
  expect(await links(ns)).toEqual([]);
});

it('concerns the entities that a child names before and after its change, once each in a batch [JDG-22]', async () => {
  const ns = 'rel/entity';
  await harness.putJudgment(org, ns, 'mood', related(anEntity({ where: { 'attributes.open': true } })));
  const child = (id: string, account: string | (string | number)[], open: boolean, text = 't') => ({
    id,
    attributes: { account, open },
    state: { text },
  });
  await harness.write(org, ns, {
    upsert: [child('m1', 'a1', true), child('m2', 'a1', true), child('m3', 'a2', false)],
  });
  expect(await inbox(ns)).toEqual(['=a1']);
  await harness.write(org, ns, { upsert: [child('m1', 'a3', true)] });
  expect(await inbox(ns)).toEqual(['=a1', '=a3']);
  // It stops matching the filter of the relation.
  await harness.write(org, ns, { upsert: [child('m1', 'a3', false, 'u')] });
  expect(await inbox(ns)).toEqual(['=a3']);
  await harness.write(org, ns, { upsert: [child('m3', 'a2', false, 'never related')] });
  expect(await inbox(ns)).toEqual([]);
  await harness.write(org, ns, { upsert: [child('m4', ['a1', 'a4', 7], true)] });
  expect(await inbox(ns)).toEqual(['=a1', '=a4']);
  await harness.write(org, ns, { delete: [{ id: 'm4' }] });
  expect(await inbox(ns)).toEqual(['=a1', '=a4']);
  expect(await links(ns)).toEqual(['account=a1 m2', 'account=a2 m3', 'account=a3 m1']);
});

it('leaves the changed document itself out of its block, and counts a document without values when presence counts', async () => {
  const ns = 'rel/block';
  await harness.putJudgment(org, ns, 'twin', related(aBlock()));
  await harness.write(org, ns, { upsert: [{ id: 'p1', attributes: { email: 'x@y' } }] });
  expect(await inbox(ns)).toEqual(['email=x@y not p1']);
  expect(await links(ns)).toEqual(['email=x@y p1']);
  await harness.write(org, ns, { delete: [{ id: 'p1' }] });
  expect(await links(ns)).toEqual([]);
});

/** Writes in a transaction that stays open, whose row of the namespace's counters no other open one has, and then goes on. */
async function whileOpen(
  slots: number[],
  write: (tx: Tx) => Promise<unknown>,
  next: () => Promise<void>,
): Promise<void> {
  await harness.database.transaction('spec', async (tx) => {
    const { rows } = await tx.query<{ slot: number }>('select pg_backend_pid() % 16 as slot');
    if (slots.includes(rows[0].slot)) return whileOpen(slots, write, next);
    slots.push(rows[0].slot);
    await tx.query(`set local lock_timeout = '2s'`);
    await write(tx);
    await next();
  });
}

it('lets writers of children of one parent commit in any order: none waits for another [REL-01]', async () => {
  const ns = 'rel/hot';
  await harness.putJudgment(org, ns, 'mood', related(anEntity()));
  await harness.write(org, ns, { upsert: [{ id: 'parent' }, { id: 'first', attributes: { account: 'parent' } }] });
  const child = (writer: number, n: number) => ({
    id: `m-${writer}-${n}`,
    attributes: { account: 'parent' },
    state: { text: 't' },
  });
  const slots: number[] = [];
  const writing = async (writer: number): Promise<void> => {
    if (writer === 4) return;
    const upsert = [child(writer, 0), child(writer, 1)];
    const write = (tx: Tx) =>
      harness.lockedWrites.writeWithin(tx, { organization: org, namespace: ns }, { upsert }, 'live');
    await whileOpen(slots, write, () => writing(writer + 1));
  };
  await writing(0);
  expect(slots).toHaveLength(4);
  const batches = Array.from({ length: 16 }, (_, writer) =>
    harness.write(org, ns, { upsert: [child(writer + 10, 0), child(writer + 10, 1)] }),
  );
  await Promise.all(batches);
  expect(await inbox(ns)).toEqual(Array.from({ length: 1 + 4 + 16 }, () => '=parent'));
}, 30_000);

it('reads the same key in SQL as in memory', async () => {
  const { rows } = await harness.database.query<{ same: boolean }>(
    `select ${joinKeySql(`'\\x4030'::bytea`)} = '\\x30'::bytea and ${joinKeySql(`'\\x30'::bytea`)} = '\\x30'::bytea as same`,
  );
  expect(rows[0].same).toBe(true);
});

it('tells this process of every commit that adds related changes, and of no other', async () => {
  const ns = 'rel/told';
  await harness.putJudgment(org, ns, 'late', related(aPointer()));
  let told = 0;
  harness.signal.onChanges(() => told++);
  const tier = (value: number, effectId?: string) => {
    const upsert = [{ id: 'c1', state: { tier: value } }];
    return harness.write(org, ns, { upsert }, effectId);
  };
  await tier(1);
  expect(told).toBe(1);
  await tier(2, 'clm_told');
  expect(told).toBe(2);
  await harness.writeByFilter(org, ns, {
    type: 'patch_by_filter',
    filter: { id: 'c1' },
    patch: { state: { tier: 3 } },
  });
  expect(told).toBe(3);
  await tier(3);
  await harness.write(org, ns, { upsert: [{ id: 'o1', state: { note: 'n' } }] });
  expect(told).toBe(3);
  harness.signal.onChanges(() => undefined);
});
