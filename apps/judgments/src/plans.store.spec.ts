import { Call } from '@app/bus';
import type { Bus } from '@app/bus';
import type { Database } from '@app/persistence';
import { callerOf, describePages, sixPages } from '@app/testing';
import { AnswerHandler } from './answer/answer.handler';
import { FiguresHandler } from './judgment/catalog/figures.handler';
import { JudgmentHandler } from './judgment/catalog/judgment.handler';
import { JudgmentService } from './judgment/catalog/judgment.service';
import { Engines } from './copy/engine/engine';
import type { EngineService } from './copy/engine/engine.service';
import { ExplainHandler } from './queue/explain.handler';
import { NamespaceGuard } from './copy/namespace/namespace-guard';
import { NamespaceStore } from './copy/namespace/namespace.store';
import { PendingCountHandler } from './queue/pending/pending-count.handler';
import { maxCounted } from './queue/pending/pending-count.store';
import { slots } from './judgment/statistic/statistic.store';
import type { DocumentFetch } from './document/document-fetch';
import { openJudgmentsDatabase } from './testing/open-judgments';

const org = 'org_plans';
const [namespace, name] = ['plans/t1', 'j1'];
const limit = 20;
const many = 1_500;
let database: Database;

const each = `generate_series(1, ${many}) n`;
const answerColumns = `namespace_id, document_id, judgment_id, record, id, version, document_version, seen, engine_name, engine_ref,
  judged_at, context_hash, truncated, body, units`;
const answer = `'ans_' || n, 1, n, n, 'jev', 'jev', app.now(), 'h' || n, false, '{"value": true}'::json, 1`;

const definition = `'{"type": "bool", "question": "Well?", "engine": {"name": "jev", "version": "current"}, "context": {"fields": [],
  "related": {"customer": {"join": {"theirs": "id", "mine": "attributes.customer"}, "fields": ["state.tier"]}}}}'::json`;

/** Rows of an organization and of another one, `many` of each kind in the place that the spec reads. */
const filling = [
  `insert into namespace (organization, name) select o, 'plans/t' || n from ${each}, unnest(array['${org}', 'org_other']) o`,
  `insert into judgment (id, organization, scope, name, active_version, last_version, freshness, thresholds, revision)
   select 'jdg_' || left(o, 5) || n, o, 'plans/t' || (n + 9) / 10, 'j' || n, 1, 1, '{}', '{}', n
   from ${each}, unnest(array['${org}', 'other_org']) o`,
  `insert into judgment (id, organization, scope, name, active_version, last_version, freshness, thresholds, revision, archived)
   select 'jdg_old' || n, '${org}', '${namespace}', '${name}', 1, 1, '{}', '{}', n, true from ${each}`,
  `insert into judgment_version (judgment_id, version, definition, hash, render_format)
   select id, 1, ${definition}, 'h1', 1 from judgment
   union all select 'jdg_org_p1', n + 1, ${definition}, 'h' || (n + 1), 1 from ${each}`,
  `insert into judgment_override (judgment_id, scope, thresholds, revision)
   select id, 'plans/t' || revision, '{}', 1 from judgment where organization = 'other_org'`,
  `insert into answer (${answerColumns}) select 1, 'd1', 'jdg_org_p1', n, ${answer} from ${each}
   union all select 1, 'd' || (n + 1), 'jdg_org_p1', n, ${answer} from ${each}`,
  `insert into statistic (namespace_id, judgment_id, day, slot, evaluations, failures, truncated, tokens, units, spend_usd, lags)
   select 1, 'jdg_org_p' || n, (app.now() at time zone 'utc')::date - d, s, 1, 0, 0, 1, 1, 0.1, '{}'
   from generate_series(1, 60) n, generate_series(0, 40) d, generate_series(0, ${slots - 1}) s`,
  `insert into pending (namespace_id, document_id, judgment_id, lane, due_at, wanted_at, max_wait_ms, touches, version)
   select m, 'd' || n, 'jdg_org_p1', 0, app.now(), app.now(), 0, 1, 1 from ${each}, generate_series(1, 2) m`,
  `insert into head (namespace_id, document_id, judgment_id, record, document_version, seen, recorded_at)
   select m, 'd' || n, 'jdg_org_p1', 1, 1, 1, app.now() from ${each}, generate_series(1, 2) m`,
  `insert into rolling_use (namespace_id, at, judgment_id, asked)
   select m, app.now() - n * interval '30 s', 'jdg_org_p1', 1 from ${each}, generate_series(1, 2) m`,
  `insert into turn (namespace_id, lane, next_due_at) select n, l, app.now() from ${each}, generate_series(0, 4) l`,
  `insert into deferral (namespace_id, judgment_id, name, resumes_at, told_at)
   select n, 'jdg_org_p1', 'j1', app.now(), app.now() from ${each}`,
  'vacuum analyze',
];

let answers: AnswerHandler;
let figures: FiguresHandler;
let judgments: JudgmentHandler;
let counts: PendingCountHandler;
let explain: ExplainHandler;
beforeAll(async () => {
  database = await openJudgmentsDatabase();
  for (const text of filling) await database.query(text);
  const namespaces = new NamespaceStore(database);
  const none = new Engines([]);
  const engines = { readKnowing: async () => none, current: () => none } as unknown as EngineService;
  const service = new JudgmentService(database, namespaces, engines);
  // Nothing here asks another service: documents and judgments are there.
  const guard = new NamespaceGuard({} as Bus);
  answers = new AnswerHandler(database, namespaces, service, {} as DocumentFetch);
  figures = new FiguresHandler(database, namespaces, service, engines);
  judgments = new JudgmentHandler(service, guard, database);
  counts = new PendingCountHandler(database, namespaces, guard);
  explain = new ExplainHandler(database, namespaces, service, engines);
}, 60_000);
afterAll(() => database.close());

const call = () => Call.within(undefined, callerOf(org));
const ofDocument = { namespace, document: 'd1', judgment: name };

describePages({
  database: () => database,
  limit,
  rowsOf: { statistic: slots, pending: maxCounted },
  routes: {
    'GET /namespaces/{ns}/documents/{id}/answers/{judgment}/history': () =>
      sixPages((cursor) => answers.readHistory({ ...ofDocument, limit, cursor }, call())),
    'GET /judgments': () => sixPages((cursor) => figures.readPlaced({ limit, cursor }, call())),
    'GET /judgments, of one place': () => figures.readPlaced({ limit, namespace_prefix: 'plans/t42' }, call()),
    'GET /judgments, of a prefix': () =>
      sixPages((cursor) => figures.readPlaced({ limit: 5, cursor, namespace_prefix: 'plans/*' }, call())),
    'GET /namespaces/{ns}/judgments': () => judgments.list({ namespace: 'plans/t7' }, call()),
    'GET /namespaces/{ns}/judgments/{name}': () => judgments.get({ namespace, name }, call()),
    'GET /namespaces/{ns}/judgments/{name}/versions': () =>
      sixPages((cursor) => judgments.readVersions({ namespace, name, limit, cursor }, call())),
    'GET /namespaces/{ns}/judgments/{name}/stats': () => figures.read({ namespace, name, days: limit }, call()),
    'GET /namespaces/{ns}/documents/{id}/answers/{judgment}/explain': () => explain.explain(ofDocument, call()),
    'GET /namespaces/{ns}/pending': () => counts.count({ namespace }, call()),
  },
});
