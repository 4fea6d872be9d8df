import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describePages, sixPages } from '@app/testing';
import { DocumentsHarness, openDocuments } from './testing/documents-harness';

const org = 'org_plans';
const ns = 'plans/t1';
const limit = 20;
const many = 1_500;
let harness: DocumentsHarness;

/** Rows of an organization in all tables that lists and single reads look at, `many` of each kind and 50 of another one. */
const filling = [
  `insert into namespace (organization, name) select o, 'plans/t' || n from generate_series(1, ${many}) n, unnest(array['${org}', 'org_other']) o
   on conflict do nothing`,
  `insert into subscription (organization, namespace_id, scope, name, filter, events, include, initial)
   select '${org}', null, 'plans/t' || case when n <= 300 then 1 else n end, 's' || n, '{}', '{entered}', '{}', 'none' from generate_series(1, ${many}) n`,
  `insert into group_definition (organization, scope, name, body, judgments, calibrated)
   select '${org}', 'plans/t' || (n + 19) / 20, 'g' || n,
     '{"group_by": "attributes.seller", "aggregates": {"n": {"op": "count"}}}', '{}', '{}' from generate_series(1, ${many}) n`,
  `insert into group_build (namespace_id, generation, built, changed_at)
   select n.id, g.generation, true, app.now() from group_definition g join namespace n on n.organization = g.organization and n.name = g.scope`,
  `insert into group_value (namespace_id, generation, overflow, key, documents, stale, present, sums, least, greatest, latest)
   select n.id, g.generation, false, '\\x30'::bytea || convert_to('v' || v, 'UTF8'), v, 0, '{}', '{}', '{}', '{}', '{}'
   from namespace n, group_definition g, generate_series(1, ${many}) v
   where n.organization = '${org}' and n.name = '${ns}' and g.scope = '${ns}' and g.name in ('g1', 'g2')`,
  `insert into summary (organization, scope, body) select '${org}', 'plans/t' || n, '{}' from generate_series(1, ${many}) n`,
  `insert into image (namespace_id, id, media_type, bytes, width, height, data)
   select m.id, 'img_' || n, 'image/png', 1, 1, 1, 'x' from namespace m, generate_series(1, ${many}) n where m.organization = '${org}' and m.name = '${ns}'`,
  `insert into job (id, organization, type, namespace, status, request)
   select 'job_d' || md5(o || n), o, 'spec', '${ns}', 'completed', '{}' from generate_series(1, ${many}) n, unnest(array['${org}', 'org_other']) o`,
  `insert into document (namespace_id, id, version, born, attributes, state, bytes, created_at, updated_at)
   select m.id, 'd' || n, n, n, '{}', '{}', 2, app.now(), app.now() from namespace m, generate_series(1, ${many}) n
   where m.name in ('plans/t1', 'plans/t2')`,
  `insert into attribute select m.id, 'seller', '\\x30'::bytea || convert_to('s' || n % 10, 'UTF8'), 'd' || n
   from namespace m, generate_series(1, ${many}) n where m.name in ('plans/t1', 'plans/t2')`,
  `insert into answer (namespace_id, document_id, judgment_id, record, wanted, seen, number, body)
   select m.id, 'd' || n, 'jdg_mood', 1, 1, 1, 0.5, '{"version": 1, "number": 0.5}' from namespace m, generate_series(1, ${many}) n
   where m.name in ('plans/t1', 'plans/t2')`,
  `insert into namespace_counter (namespace_id, day, slot, documents) select id, app.now()::date, 0, 1 from namespace
   on conflict do nothing`,
  `insert into judgment_column (organization, judgment_id, scope, kind, name, revision, archived, body)
   select 'org_other', 'jdg_' || n, 'plans/t' || n, 'judgment', 'mood', n, false, '{}' from generate_series(1, ${many}) n`,
  `insert into column_revision (organization, revision) select 'org_' || n, n from generate_series(1, ${many}) n`,
  'vacuum analyze',
];

beforeAll(async () => {
  harness = await openDocuments();
  await harness.write(org, ns, { upsert: [{ id: 'first', state: {} }] });
  await harness.putJudgment(org, ns, 'mood');
  for (const text of filling) await harness.database.query(text);
  // What is in force is kept in memory until it changes; to load it reads the definitions of an organization, which are bounded.
  await harness.snapshots.readCurrent({ organization: org, namespace: ns }, harness.database);
}, 60_000);
afterAll(() => harness.close());

const call = () => harness.call(org);
const page = { namespace: ns, limit };

/** The work behind each route with `limit` and `cursor`, page after page, and behind each read of one thing. */
const routes: Record<string, () => Promise<unknown>> = {
  'GET /namespaces': () =>
    sixPages((cursor) => harness.namespaces.list({ limit, cursor, prefix: cursor && 'plans/' }, call())),
  'GET /namespaces, by level': () => harness.namespaces.list({ limit, prefix: 'plans/', delimiter: '/' }, call()),
  'GET /namespaces/{ns}': () => harness.namespaces.get(ns, call()),
  'GET /namespaces/{ns}/subscriptions': () =>
    sixPages((cursor) => harness.subscriptions.list({ ...page, cursor }, call())),
  'GET /namespaces/{ns}/subscriptions/{name}': () => harness.subscriptions.get({ namespace: ns, name: 's7' }, call()),
  'GET /namespaces/{ns}/groups': () => sixPages((cursor) => harness.groups.list({ ...page, limit: 3, cursor }, call())),
  'GET /namespaces/{ns}/groups/{name}': () =>
    sixPages((cursor) => harness.groups.get({ ...page, name: 'g1', cursor }, call())),
  'GET /namespaces/{ns}/groups/{name}, most documents first': () =>
    sixPages((cursor) => harness.groups.get({ ...page, name: 'g1', order: 'documents', cursor }, call())),
  'GET /namespaces/{ns}/summary': () => harness.summaries.get({ namespace: 'plans/t7' }, call()),
  'GET /namespaces/{ns}/images/{id}': () => harness.images.read({ namespace: ns, id: 'img_7', data: true }, call()),
  'GET /jobs': () => sixPages((cursor) => harness.jobs.list({ limit, cursor }, call())),
  'GET /jobs/{id}': async () => {
    const { jobs } = await harness.jobs.list({ limit: 1 }, call());
    await harness.jobs.get({ id: jobs[0].id }, call());
  },
  'GET /namespaces/{ns}/documents/{id}/answers/{judgment}/explain': () =>
    harness.reads.readAnswerOf(ns, { document: 'd7', judgment: 'mood' }, call()),
  'GET /namespaces/{ns}/documents/{id}': () => harness.read(org, ns, ['d7']),
  'POST /namespaces/{ns}/documents/get': () => harness.read(org, ns, ['d7', 'd8', 'd9']),
  'POST /namespaces/{ns}/query': () => sixPages((cursor) => harness.query(org, ns, { limit, cursor })),
  'POST /namespaces/{ns}/query, by an attribute': () =>
    sixPages((cursor) => harness.query(org, ns, { filter: { 'attributes.seller': 's7' }, limit, cursor })),
};

describePages({ database: () => harness.database, limit, routes });

/** Who may read more than a page, on connections of their own (`ScanPool`), and what bounds each statement beside its time. */
const scanning: Record<string, string> = {
  'internal-read/answer-count.service.ts': 'answers of one judgment up to a number, then a sample of as many',
  'internal-read/answer-sample.service.ts': 'a sample of the answers of one judgment',
  'internal-read/epoch-count.service.ts': 'answers of one judgment up to a number, then a sample of as many',
  'internal-read/measure.service.ts': 'a sample of the documents of one namespace',
  'internal-read/sample.service.ts': 'a sample of the documents of at most 20 namespaces',
  'internal-read/scan.service.ts': 'a page of the documents of a filter, or their count',
  'job/by-filter/by-filter-walk.ts': 'a page of the documents that match; its cursor goes on',
  'read/distribution/distribution.handler.ts': 'answers of one judgment up to a number, then a sample of as many',
  'read/query/query.handler.ts': 'no statement: how many scans an organization may have at once',
  'read/query/query.service.ts': 'refused where its conditions leave more than SCAN_LIMIT documents to look at',
  'subscription/unread-times.service.ts': 'a sample of the documents of at most 20 namespaces',
  'subscription/walk/walk.service.ts': 'a chunk of a walk, of fewer documents after one that met its time',
};

it('what reads more than a page has a pool of its own and a bound [S-F4]', () => {
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/spec|testing|^app\.module/.test(file) && file !== 'document/pool/scan.pool.ts',
  );
  const users = files.filter((file) => / \w+: ScanPool\b/.test(readFileSync(join(__dirname, file), 'utf8')));
  expect(users.sort()).toEqual(Object.keys(scanning));
});
