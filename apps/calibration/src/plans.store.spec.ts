import { Call } from '@app/bus';
import type { Bus } from '@app/bus';
import { Effects, Vault } from '@app/persistence';
import type { Database } from '@app/persistence';
import { callerOf, describePages, movedClock, openFreshDatabase, sixPages, testMasterKey } from '@app/testing';
import { calibrationSchema } from './app.schema';
import { EpochSources } from './epoch/epoch-sources';
import { HistoryHandler } from './history/history.handler';
import { VerdictHandler } from './verdict/verdict.handler';
import { JudgmentStore } from './judgment/judgment.store';
import { MarksService } from './judgment/marks.service';
import type { NamespaceGate } from './judgment/namespace-gate';
import { OutcomeHandler } from './outcome/outcome.handler';
import type { OutcomeService } from './outcome/outcome.service';
import { maxLookedAt } from './outcome/outcome.store';
import { QueueHandler } from './queue/queue.handler';
import { QueueService } from './queue/queue.service';
import { LabelTableService } from './label-table/label-table.service';
import type { LoadedLabels } from './outcome/label/load-labels';
import type { PopulationService } from './population/population.service';
import { ReadLabels } from './report/read-labels';
import { ReportedLabels } from './report/reported-labels';

const org = 'org_plans';
const limit = 20;
const many = 2 * maxLookedAt + 500;
/** Labels of each of many judgments; the label table of one is read. */
const labelled = 150;
let database: Database;

const each = `generate_series(1, ${many}) n`;
const ids = `lpad(n::text, 6, '0')`;

/** The report of a fit, without figures. */
const report = JSON.stringify({
  type: 'bool',
  read_with: 'raw',
  base_rate: null,
  classes: [],
  labels: { used: 0, count: 0 },
  drift: null,
  held_out: { raw: null, calibrated: null },
});

/** A judgment of a template whose first namespace has most of the outcomes, another one some, and a third none. */
const filling = [
  `insert into judgment (organization, scope, judgment_id, kind, name, revision, active_version, type, outcomes, archived)
   select '${org}', 'plans/*', 'jdg_1', 'judgment', 'late', 1, 1, 'bool', '{}'::jsonb, false
   union all select '${org}', 'plans/t' || n, 'jdg_o' || n, 'judgment', 'other' || n, 1, 1, 'bool', '{}', false
   from generate_series(1, 1500) n`,
  `insert into outcome (id, organization, namespace, judgment_id, document, identity, value, escape, source, observed_at, answer_id, version)
   select 'out_' || ${ids}, '${org}', 'plans/t' || case when n % 50 = 0 then 2 else 1 end, 'jdg_1', 'd' || n, 'i', 'true'::jsonb, false,
     'human', app.now(), 'ans_' || n, 1 from ${each}`,
  `insert into outcome (id, organization, namespace, judgment_id, document, identity, value, escape, source, observed_at, judged_at,
     answer_id, version, engine_version, number)
   select 'out_' || ${ids}, '${org}', 'plans/t' || j, 'jdg_o' || j, 'd' || n, 'i', 'true'::jsonb, false, 'posted', app.now(), app.now(),
     'ans_' || ${ids}, 1, 'e', 0.5 from generate_series(1, ${labelled}) n, generate_series(1, 60) j`,
  // Of each judgment a hundred items, of which the first thirty have a label.
  `insert into queue_item (organization, judgment_id, namespace, document, answer_id, version, document_version, judged_at, shown,
     reason, weight)
   select '${org}', 'jdg_' || j, 'plans/t3', 'd' || n, case when n <= 30 then 'ans_' else 'new_' end || n, 1, 1, app.now(), '{}', 'random', 1
   from generate_series(1, 100) n, generate_series(1, 20) j`,
  `insert into fit (id, organization, judgment_id, scope, version, engine_version, read_with, stored, labels, labels_seen,
     labels_changed_at, floor, report, made_at)
   select 'fit_' || n || o, o, 'jdg_1', '', 1, 'e', 'raw', '{}', '{}', 1, app.now(), 0, '${report}', app.now()
   from generate_series(1, 1500) n, unnest(array['${org}', 'org_other']) o`.replaceAll(
    "'fit_' || n",
    "'fit_' || n || o",
  ),
  `insert into fit (id, organization, judgment_id, scope, version, engine_version, read_with, stored, labels, labels_seen,
     labels_changed_at, floor, report, made_at)
   select 'fit_' || j || '_' || n, '${org}', 'jdg_o' || j, '', 1, 'other', 'raw', '{}', '{}', 1, app.now(), 0, '${report}',
     app.now() from generate_series(1, 40) n, generate_series(1, 60) j`,
  'vacuum analyze',
];

let outcomes: OutcomeHandler;
let history: HistoryHandler;
let queue: QueueHandler;
let labels: LabelTableService;
beforeAll(async () => {
  database = await openFreshDatabase(calibrationSchema);
  for (const text of filling) await database.query(text);
  const effects = new Effects(database, new Vault(testMasterKey, 'calibration'));
  const judgments = new JudgmentStore(database);
  const epochs = new EpochSources(database);
  // These reads ask no other service: pages after the first one read no labels, and enough items wait for a label.
  const bus = {} as Bus;
  outcomes = new OutcomeHandler({} as OutcomeService, judgments, {} as NamespaceGate, database, effects);
  // What answers there are is asked of documents.
  const populations = { fill: async (loaded: LoadedLabels) => loaded } as unknown as PopulationService;
  const reading = new ReadLabels(new MarksService(bus), populations, database);
  labels = new LabelTableService(new ReportedLabels(judgments, reading), epochs, database);
  history = new HistoryHandler(judgments, {} as ReadLabels, epochs, database, movedClock);
  queue = new QueueHandler(new QueueService(new MarksService(bus), database, bus), judgments);
}, 60_000);
afterAll(() => database.close());

const call = () => Call.within(undefined, callerOf(org));
const of = (namespace: string) => ({ namespace, judgment: 'late', limit });
const newest = Buffer.from(JSON.stringify(['fits', '999999'])).toString('base64url');

describePages({
  database: () => database,
  limit,
  routes: {
    'GET /namespaces/{ns}/judgments/{name}/outcomes': () =>
      sixPages((cursor) => outcomes.list({ ...of('plans/t2'), cursor }, call())),
    'GET /namespaces/{ns}/judgments/{name}/outcomes, of all namespaces': () =>
      sixPages((cursor) => outcomes.list({ ...of('plans/*'), cursor }, call())),
    'GET /namespaces/{ns}/judgments/{name}/calibration/history': () =>
      sixPages((cursor = newest) => history.read({ ...of('plans/t1'), cursor }, call())),
  },
});

describePages({
  database: () => database,
  limit: maxLookedAt,
  routes: {
    'GET /namespaces/{ns}/judgments/{name}/outcomes, of few namespaces of a template': () =>
      outcomes.list({ ...of('plans/t2/*') }, call()),
  },
});

describePages({
  database: () => database,
  // Items that were drawn and labelled before those that wait are passed over.
  limit: 50,
  routes: { 'GET /namespaces/{ns}/judgments/{name}/queue': () => queue.read(of('plans/t3'), call()) },
});

describePages({
  database: () => database,
  limit,
  routes: {
    'GET /namespaces/{ns}/calibration': () => new VerdictHandler(database).list({ namespace: 'plans/t1' }, call()),
  },
});

describePages({
  database: () => database,
  // A weight stands on all labels of the judgment, so that each page reads them, and none of another judgment.
  limit: labelled,
  routes: {
    'GET /namespaces/{ns}/judgments/{name}/calibration/labels': () =>
      sixPages((cursor) => labels.list({ namespace: 'plans/t1', judgment: 'other1', limit, cursor }, call())),
  },
});
