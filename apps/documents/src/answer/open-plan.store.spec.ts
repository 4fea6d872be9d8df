import { buffersOf, explained, nodesOf, statementsOf } from '@app/testing';
import type { PlanNode, SentStatement } from '@app/testing';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { aPointer, anEntity, related } from '../testing/related';
import { anAnswer } from '../testing/samples';

const org = 'org_open_plan';
const ns = 'quiet/one';
const others = ['a', 'b', 'c'];
const ids = Array.from({ length: 20 }, (_, i) => `d${i}`);
const keys = 1_000;
/** Statements that read documents with answers, by the beginning of their names. */
const kinds = ['reads-', 'read-one-', 'read-a', 'documents-with-related-answers', 'query-'];

const each = 'generate_series(1, $2::int) n';
const customer = `'\\x30'::bytea || convert_to('c' || n, 'UTF8')`;

let harness: DocumentsHarness;

/** Three judgments that follow related documents, in a namespace with one document. */
async function followed(namespace: string): Promise<string> {
  for (const name of others) await harness.putJudgment(org, namespace, name, related(aPointer(), anEntity()));
  await harness.write(org, namespace, { upsert: [{ id: 'first', state: {} }] });
  const { rows } = await harness.database.query<{ id: string }>('select id from namespace where name = $1', [
    namespace,
  ]);
  return rows[0].id;
}

beforeAll(async () => {
  harness = await openDocuments();
  const busy = await followed('busy/one');
  await followed(ns);
  for (let n = 0; n < 7; n++) await harness.putJudgment(org, ns, `plain${n}`);
  const upsert = ids.map((id, i) => ({ id, attributes: { customer: `c${i}` }, state: { note: id } }));
  const { documents } = await harness.write(org, ns, { upsert });
  const names = [...others, ...Array.from({ length: 7 }, (_, n) => `plain${n}`)];
  await harness.applyAnswers(
    org,
    ns,
    documents.flatMap(({ id, version }) =>
      names.map((name) => anAnswer(id, name, { document_version: version, seen: version })),
    ),
  );
  await harness.drainRelated();
  for (const text of [
    `insert into related_change (namespace_id, judgment_id, mine, key, changed_at)
     select $1, 'jdg_' || j, 'customer', ${customer}, app.now() from ${each}, unnest($3::text[]) j`,
    `insert into fanout_walk (namespace_id, judgment_id, mine, key, round, first_change_at, last_change_at, due_at)
     select $1, 'jdg_' || j, 'customer', ${customer}, nextval('fanout_round'), app.now(), app.now(), app.now()
     from ${each}, unnest($3::text[]) j`,
    `insert into document (namespace_id, id, version, born, attributes, state, bytes, created_at, updated_at)
     select $1, 'd' || n || j, n, n, '{}', '{}', 2, app.now(), app.now() from ${each}, unnest($3::text[]) j`,
    `insert into attribute select $1, 'customer', ${customer}, 'd' || n || j from ${each}, unnest($3::text[]) j`,
    `insert into answer (namespace_id, document_id, judgment_id, wanted, number)
     select $1, 'd' || n || j, 'jdg_a', 1, 0.5 from ${each}, unnest($3::text[]) j`,
  ]) {
    await harness.database.query(text, [busy, keys, others]);
  }
}, 60_000);
afterAll(() => harness.close());

/** Every statement that reads documents with answers, as the service sends it. */
async function reading(): Promise<SentStatement[]> {
  const sent = await statementsOf(async () => {
    await harness.read(org, ns, ids.slice(0, 1));
    await Promise.all(ids.slice(0, 10).map((id) => harness.read(org, ns, [id])));
    await harness.read(org, ns, ids);
    const condition = { 'answers.a.status': 'fresh' };
    await harness.write(org, ns, { upsert: [{ id: 'd0', state: { note: 'd0' } }], condition });
    await harness.query(org, ns, { filter: { id: { in: ids } }, limit: ids.length });
  });
  return kinds.map((kind) => sent.find(({ name }) => name?.startsWith(kind))!);
}

function documentsOf({ name }: SentStatement): number {
  return name!.startsWith('reads-') ? 10 : /^(read-one|documents)-/.test(name!) ? 1 : ids.length;
}

/** Tables of which a read looks up single keys. */
const looked = ['fanout_walk', 'related_change', 'attribute'];
/** Pages of memory: namespace, revisions and the look at what is open; document and ten answers, not vacuumed. */
const most = { statement: 14, document: 12 };

/** Explains every read as planned now. @param more pages that a document may take beside */
async function check(more = 0): Promise<void> {
  for (const statement of await reading()) {
    const plan = await explained(harness.database, statement, statement.values);
    const scans = nodesOf(plan).filter((node) => looked.includes(node['Relation Name'] ?? ''));
    expect(scans.filter((node) => !/^Index/.test(node['Node Type']))).toEqual([]);
    const bound = most.statement + documentsOf(statement) * (most.document + more);
    expect([statement.name, Math.max(bound, buffersOf(plan))]).toEqual([statement.name, bound]);
  }
}

describe('a read of documents with answers', () => {
  it('goes by index past the open changes of another namespace, before the tables are analyzed [S-F4]', () => check());

  it('goes by index past them when the tables were just analyzed [S-F4]', async () => {
    await harness.database.query('vacuum analyze');
    await check();
  });

  it('looks at the keys of its own documents alone when a thousand are open in the namespace [S-F4]', async () => {
    const of = 'namespace_id = (select id from namespace where name = $1)';
    await harness.database.query(
      `update fanout_walk set namespace_id = (select id from namespace where name = $2) where ${of}`,
      ['busy/one', ns],
    );
    await harness.database.query('vacuum analyze');
    // Of each document the three judgments have a key, with a page or two for each of the inbox, the walks and the key.
    await check(3 * 8);
  });

  it('looks at as many pages beside three open fan-outs as beside three thousand [REL-F8]', async () => {
    const pages = async () => {
      const plans = [];
      for (const statement of await reading())
        plans.push(await explained(harness.database, statement, statement.values));
      return plans.map(buffersOf);
    };
    const beside = await pages();
    await harness.database.query('delete from fanout_walk where key <> $1', [Buffer.from('0c1')]);
    await harness.database.query('vacuum analyze fanout_walk');
    const few = await pages();
    const sent = await reading();
    // An index of three thousand has a level more: a page for each of the three judgments of a document.
    const more = beside.map((count, at) => Math.max(0, count - few[at]) / documentsOf(sent[at]));
    expect(Math.max(...more)).toBeLessThanOrEqual(2 * 3);
  });
});

const looks = ['open_pairs($1)', `open_names($1, 'jdg_a')`, `open_changes($1, 'd1', '{{jdg_a,customer},{jdg_a,""}}')`];

it.each(looks)('%s goes by index, also by a plan that was made while nothing was open [S-F4]', async (look) => {
  const { rows } = await harness.database.query<{ id: string }>('select id from namespace where name = $1', [ns]);
  const text = `select ${look.replace('$1', rows[0].id)} as open`;
  await harness.database.withConnection('spec', async (connection) => {
    for (const table of ['fanout_walk', 'related_change']) await connection.query(`delete from ${table}`);
    await connection.query('vacuum analyze fanout_walk, related_change');
    expect((await connection.query(text)).rows).toEqual([{ open: null }]);
    await connection.query(
      `insert into related_change (namespace_id, judgment_id, mine, key, changed_at)
       select $1::bigint + 1, 'jdg_a', 'customer', ${customer}, app.now() from ${each}
       union all select $1::bigint, 'jdg_0', 'customer', ${customer}, app.now() from ${each}`,
      [rows[0].id, keys],
    );
    await connection.query(
      `insert into fanout_walk (namespace_id, judgment_id, mine, key, round, first_change_at, last_change_at, due_at)
       select $1::bigint + 1, 'jdg_a', 'customer', ${customer}, n, app.now(), app.now(), app.now() from ${each}`,
      [rows[0].id, keys],
    );
    const explain = await connection.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, buffers, format json) ${text}`,
    );
    expect(buffersOf(explain.rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(20);
  });
});
