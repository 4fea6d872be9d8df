import { joinKeySql } from './relation-key';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { aBlock, aPointer, anEntity, related } from '../testing/related';

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
    ...{ id, attributes: { account, open }, state: { text } },
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

it('lets 16 writers add children of one parent without any of them waiting for a lock [REL-01]', async () => {
  const ns = 'rel/hot';
  await harness.putJudgment(org, ns, 'mood', related(anEntity()));
  await harness.write(org, ns, { upsert: [{ id: 'parent' }, { id: 'first', attributes: { account: 'parent' } }] });
  const waiting: unknown[] = [];
  let isWriting = true;
  const watching = (async () => {
    while (isWriting) {
      const { rows } = await harness.database.query(
        `select query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%commit_batch%'`,
      );
      waiting.push(...rows);
    }
  })();
  const batch = (writer: number, n: number) =>
    Array.from({ length: 25 }, (_, child) => ({
      ...{ id: `m-${writer}-${n}-${child}`, attributes: { account: 'parent' }, state: { text: 't' } },
    }));
  const writers = Array.from({ length: 16 }, async (_, writer) => {
    for (let n = 0; n < 4; n++) await harness.write(org, ns, { upsert: batch(writer, n) });
  });
  await Promise.all(writers);
  isWriting = false;
  await watching;
  expect(waiting).toEqual([]);
  const { rows } = await harness.database.query<{ n: string }>(
    `select count(*) as n from related_change where key = '\\x30'::bytea || convert_to('parent', 'UTF8') and mine = ''`,
  );
  expect(Number(rows[0].n)).toBe(1 + 16 * 4);
}, 30_000);

it('reads the same key in SQL as in memory', async () => {
  const { rows } = await harness.database.query<{ same: boolean }>(
    `select ${joinKeySql(`'\\x4030'::bytea`)} = '\\x30'::bytea and ${joinKeySql(`'\\x30'::bytea`)} = '\\x30'::bytea as same`,
  );
  expect(rows[0].same).toBe(true);
});
