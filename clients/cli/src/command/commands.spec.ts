import { json } from '@app/sdk/testing';
import { openCliRoom } from '../testing/cli-room';

const room = openCliRoom();
const { server } = room;

const J = '/namespaces/a%2Fb/judgments/late';
const usage = { judgment_units: 2, cost_usd: 0.01 };
const answer = { type: 'choice', status: 'fresh', value: 'late' };
const context = {
  text: 'one\ntwo\u001b[0m',
  tokens: 9,
  size_class: 's',
  cuts: [{ path: 'state.x', kind: 'text_tail', dropped: 4 }],
};
const endpoint = {
  id: 'we_1',
  url: 'https://x.example',
  status: 'active',
  events: ['job.*'],
  stats: {},
  secret: 'whsec_1',
};
const job = { id: 'job_1', type: 'fit', status: 'done', progress: { done: 3, total: 3 }, result: null };
const page = (name: string, item: object) => ({ [name]: [item], next_cursor: null });
const definition = '{"type":"choice"}';
const since = '2026-11-23T00:00:00Z';

const relatedChanged = {
  status: 'stale',
  stale_reason: 'related_changed',
  stale_by: { relation: 'messages', document: 'm1', changed_at: since },
};
const explanation = {
  document: 'x',
  judgment: 'late',
  document_version: 5,
  paused: true,
  answer: { status: 'stale', stale_reason: 'fanout_deferred', wanted: 5, seen: 4, cause: 'fanout', wanted_at: since },
  definition: {
    version: 3,
    template: 'a/*',
    policy: 'on_change',
    debounce_ms: 0,
    max_wait_ms: 0,
    engine: { name: 'jev', version: 'current' },
  },
  queue: [
    { version: 3, lane: 'deferred', reason: 'fanout_limit', due_at: null, since, changes: 1, attempts: 0, job: null },
  ],
  last: { at: since, failure: 'engine_refused', document_version: 4, seen: 4 },
  engine: { active: true, circuit_open: true, since },
  fanout: { held: false, share: 1, rolling_limit: 10, used: 9, deferred: true, resumes_at: since },
  permit: { name: 'jev', waiting: 2, rate_factor: 0.5 },
};

const namespace = {
  name: 'a/b',
  created_at: since,
  budget: { compute_usd_per_month: 50, on_exceeded: 'pause' },
  budget_paused: false,
  stats: { documents: 7, bytes: 900, spend_month_usd: 1.5 },
};
const subscription = {
  name: 'hot',
  filter: { 'attributes.x': 1 },
  on: ['entered'],
  include: [],
  endpoint: 'whe_1',
  members: 12,
};
const group = {
  name: 'by_x',
  key: 'attributes.x',
  aggregates: { n: { aggregate: 'count' } },
  status: 'ready',
  as_of: null,
};
const published = { into: 'a/all', groups: ['by_x'], bands: {}, failing_since: since, failure: 'document_exists' };
const written = { upserted: 0, deleted: 0, unchanged: 0, missing: 0, documents: [] };

/** Words, what they send, the reply, and what stands in the output. */
const commands: [words: string, sent: string, body: object | null, reply: object, shown: string][] = [
  [
    'judge -j late x y',
    `POST ${J}/judge`,
    { documents: ['x', 'y'] },
    { documents: [{ id: 'x', answers: { late: answer } }], usage },
    'x\tlate\t\t\tfresh',
  ],
  [
    `try ${definition} x`,
    'POST /namespaces/a%2Fb/judgments/try',
    { definition: { type: 'choice' }, documents: ['x'] },
    { documents: [{ document: 'x', answer, context, applies: true }], usage },
    'id\tvalue\tp\tcalibrated\tstatus\tapplies\ttokens\tcuts\nx\tlate\t\t\tfresh\ttrue\t9\t1',
  ],
  [
    'explain x -j late',
    'GET /namespaces/a%2Fb/documents/x/answers/late/explain',
    null,
    explanation,
    `answer\tstale: fanout_deferred\ndocument\t5\nwanted\t5\nseen\t4\ncause\tfanout\nwanted since\t${since}\n` +
      `definition\tversion 3 of a/*, on_change, debounce 0 ms\nlast try\t${since}, saw 4: engine_refused\n` +
      `engine\tjev current: does not answer since ${since}\nwaits for a permit\t2\nused of its limits\t50 %\njudging\tpaused`,
  ],
  [
    'explain x -j late',
    'GET /namespaces/a%2Fb/documents/x/answers/late/explain',
    null,
    explanation,
    `fan-out\tdeferred until ${since}, 9 of 10 asked in 24 hours\n` +
      `lane\twaits for\tdue\tsince\tchanges\tfailed tries\tversion\tbackfill\n` +
      `deferred\troom for fan-out\t\t${since}\t1\t0\t3\t\n`,
  ],
  [
    'explain x -j late',
    'GET /namespaces/a%2Fb/documents/x/answers/late/explain',
    null,
    { ...explanation, answer: relatedChanged },
    `answer\tstale: related_changed\nstale by\tm1, related as messages, changed ${since}\ndocument\t5`,
  ],
  ['preview x -j late', `POST ${J}/context`, { document: 'x' }, context, 'one\ntwo\\x1b[0m\n'],
  [
    'outcomes list -j late',
    `GET ${J}/outcomes`,
    null,
    page('outcomes', { id: 'out_1', document: 'x', value: true }),
    'x\ttrue',
  ],
  [
    'threshold recommend -j late --target precision --at-least 0.9',
    `GET ${J}/thresholds/recommendation?on=p&target=precision&at_least=0.9`,
    null,
    { threshold: 0.7, holds: false, labels_needed: 40, precision: { value: 0.91234, interval: [0.8, 1] } },
    'on\tp, raw\nthreshold\t0.7\nholds\tfalse\nprecision\t0.912 (0.8..1)\nlabels needed\t40',
  ],
  [
    'threshold recommend -j late --target cost --cost-false-positive 1 --cost-false-negative 4',
    `GET ${J}/thresholds/recommendation?on=p&target=cost&cost_false_positive=1&cost_false_negative=4`,
    null,
    {
      threshold: 0.4,
      holds: null,
      cost: 30,
      n: 100,
      documents: 80,
      decision: {
        rows: [
          {
            flags: 'recommended',
            name: null,
            threshold: 0.4,
            cost: 0.3,
            cost_interval: [0.2, 0.45],
            saves: null,
            saves_interval: null,
          },
          {
            flags: 'in_force',
            name: 'alarm',
            threshold: 0.6,
            cost: 0.5,
            cost_interval: [0.3, 0.7],
            saves: 0.2,
            saves_interval: [0.05, 0.35],
          },
          {
            flags: 'none',
            name: null,
            threshold: null,
            cost: 1.8,
            cost_interval: null,
            saves: 1.5,
            saves_interval: null,
          },
        ],
        curve: [],
      },
    },
    'threshold\t0.4\ncost\t30\nlabels\t100\ndocuments\t80\n' +
      'flags\tthreshold\tcost of an answer\tthe recommended saves\n' +
      'recommended\t0.4\t0.3 (0.2..0.45)\t\nalarm\t0.6\t0.5 (0.3..0.7)\t0.2 (0.05..0.35)\nnone\t\t1.8\t1.5\n',
  ],
  [
    'events list --types job.* --limit 5',
    'GET /events?limit=5&types=job.*',
    null,
    page('events', { id: 'evt_1', type: 'job.failed', timestamp: since, data: { a: 1 } }),
    'job.failed\tevt_1\t{"a":1}',
  ],
  [
    'events show evt_1',
    'GET /events/evt_1',
    null,
    { id: 'evt_1', type: 'job.failed', timestamp: since, data: { job: 'job_1' } },
    `id\tevt_1\ntype\tjob.failed\ntime\t${since}\njob\tjob_1\n`,
  ],
  [
    'events resend evt_1 --to we_1',
    'POST /events/evt_1/redeliver',
    { endpoint: 'we_1' },
    { id: 'del_1', status: 'pending' },
    'del_1 is pending.',
  ],
  [
    'endpoints list',
    'GET /webhook-endpoints',
    null,
    page('webhook_endpoints', endpoint),
    'we_1\thttps://x.example\tactive',
  ],
  [
    'endpoints create https://x.example --events job.*',
    'POST /webhook-endpoints',
    { url: 'https://x.example', events: ['job.*'] },
    endpoint,
    'secret\twhsec_1',
  ],
  [
    'endpoints test we_1',
    'POST /webhook-endpoints/we_1/test',
    { type: 'webhook.test' },
    { id: 'evt_2', type: 'webhook.test' },
    'event\tevt_2',
  ],
  [
    'endpoints rotate we_1 --keep 24h',
    'POST /webhook-endpoints/we_1/rotate-secret',
    { previous_valid_for: '24h' },
    endpoint,
    'secret\twhsec_1',
  ],
  ['endpoints enable we_1', 'PATCH /webhook-endpoints/we_1', { enabled: true }, endpoint, 'status\tactive'],
  [
    `endpoints recover we_1 --since ${since}`,
    'POST /webhook-endpoints/we_1/recover',
    { since },
    { queued: 4 },
    '4 deliveries',
  ],
  [
    'deliveries we_1 --status failed',
    'GET /webhook-endpoints/we_1/deliveries?status=failed',
    null,
    page('deliveries', { event_id: 'evt_1', status: 'failed', error: 'dns' }),
    'evt_1\t\tfailed',
  ],
  ['keys list', 'GET /api-keys', null, page('api_keys', { id: 'key_1', role: 'read_only' }), 'key_1\t\tread_only'],
  [
    'keys create --scope a/* --expires-at ' + since,
    'POST /api-keys',
    { role: 'read_only', scope: 'a/*', expires_at: since },
    { id: 'key_1', key: 'jk_new' },
    'key\tjk_new',
  ],
  ['keys revoke key_1 --yes', 'DELETE /api-keys/key_1', null, { deleted: true }, ''],
  ['jobs list --status done', 'GET /jobs?status=done', null, page('jobs', job), 'job_1\tfit\tdone\t3\t3'],
  ['jobs cancel job_1', 'POST /jobs/job_1/cancel', null, job, 'done\t3 of 3'],
  [
    'usage --month 2026-11',
    'GET /usage?month=2026-11',
    null,
    { month: '2026-11', ...usage, namespaces: [{ namespace: 'a', ...usage }] },
    'a\t2\t\t0.01',
  ],
  [
    'starters',
    'GET /starters',
    null,
    { version: 1, starters: [{ id: 'support.late', title: 'Late', placeholders: [], definition: { type: 'bool' } }] },
    'support.late\tbool\tLate',
  ],
  [
    'judgments versions late',
    `GET ${J}/versions`,
    null,
    page('versions', { version: 2, created_at: since, definition: { type: 'bool' } }),
    `2\t${since}\t{"type":"bool"}`,
  ],
  [
    'alternatives add -j late {"question":"Late?"}',
    `POST ${J}/alternatives`,
    { definition: { question: 'Late?' } },
    { id: 'alt_1', differs: ['question'] },
    'alt_1: question',
  ],
  ['alternatives remove -j late alt_1 --yes', `DELETE ${J}/alternatives/alt_1`, null, { deleted: true }, ''],
  [
    'alternatives drafts -j late',
    `POST ${J}/alternatives/drafts`,
    null,
    { drafts: [{ question: 'Is it late?', criteria: null }] },
    'Is it late?',
  ],
  [
    'alternatives quote -j late',
    `GET ${J}/alternatives`,
    null,
    { message: 'Wait.', quote: { generation: 3, status: 'ready', judgment_units: 5, cost_usd: 0.1, alternatives: [] } },
    'generation\t3\nstatus\tready\nunits\t5\nusd\t0.1',
  ],
  ['engines', 'GET /engines', null, { engines: [{ name: 'jev', active: true, source: 'built_in' }] }, 'jev\t\ttrue'],
  [
    'engines',
    'GET /engines',
    null,
    { engines: [{ name: 'jev', active: true, engine_version: 'e1', also: [{ engine_version: 'e2', share: 0.254 }] }] },
    'jev\t\ttrue\te1\te2 (25 %)',
  ],
];

/** Namespaces, subscriptions, groups, summaries and documents: one request each. */
const nouns: typeof commands = [
  ['namespaces list --prefix a', 'GET /namespaces?prefix=a', null, page('namespaces', namespace), `a/b\t${since}\n`],
  [
    'namespaces get',
    'GET /namespaces/a%2Fb',
    null,
    namespace,
    'budget of a month\t50 USD, then pause\nspent this month\t1.5 USD\njudging\ton',
  ],
  ['namespaces get c', 'GET /namespaces/c', null, namespace, 'documents\t7'],
  [
    'namespaces create c --budget 50 --default-engine jev@current',
    'POST /namespaces',
    {
      name: 'c',
      budget: { compute_usd_per_month: 50, on_exceeded: 'pause' },
      default_engine: { name: 'jev', version: 'current' },
    },
    namespace,
    'name\ta/b',
  ],
  [
    'namespaces update --budget none --no-pinned --fanout {"share":0.5}',
    'PATCH /namespaces/a%2Fb',
    { budget: null, pinned: false, fanout: { share: 0.5 } },
    { ...namespace, budget: null },
    'budget of a month\tnone',
  ],
  [
    'subscriptions list',
    'GET /namespaces/a%2Fb/subscriptions',
    null,
    page('subscriptions', subscription),
    'hot\t12\tentered\twhe_1\t\t\t{"attributes.x":1}',
  ],
  ['subscriptions get hot', 'GET /namespaces/a%2Fb/subscriptions/hot', null, subscription, 'name\thot\nmatch\t12\n'],
  [
    'subscriptions get hot',
    'GET /namespaces/a%2Fb/subscriptions/hot',
    null,
    { ...subscription, members: 1_000 },
    'match\t1,000 or more\n',
  ],
  [
    'subscriptions put hot --filter {"attributes.x":1} --on entered --include answers --endpoint whe_1 --min-hold 5m',
    'PUT /namespaces/a%2Fb/subscriptions/hot',
    {
      filter: { 'attributes.x': 1 },
      on: ['entered'],
      include: ['answers'],
      endpoint: 'whe_1',
      min_hold: '5m',
    },
    subscription,
    'match\t12\n',
  ],
  [
    'subscriptions put hot {"filter":{"attributes.x":1},"initial":"emit"}',
    'PUT /namespaces/a%2Fb/subscriptions/hot',
    { filter: { 'attributes.x': 1 }, initial: 'emit' },
    subscription,
    'match\t12\n',
  ],
  ['groups list', 'GET /namespaces/a%2Fb/groups', null, page('groups', group), 'by_x\tattributes.x\tready\t'],
  [
    'groups get by_x --order documents',
    'GET /namespaces/a%2Fb/groups/by_x?order=documents',
    null,
    {
      ...group,
      values: [
        { key: 's9', documents: 3, stale: 1, aggregates: { n: 2 } },
        { key: null, overflow: true, documents: 1, stale: 0, aggregates: {} },
      ],
      next_cursor: null,
    },
    'attributes.x\tdocuments\tstale\tn\ns9\t3\t1\t2\n(further keys)\t1\t0\t\n',
  ],
  [
    'groups put by_x {"key":"attributes.x","aggregates":{}}',
    'PUT /namespaces/a%2Fb/groups/by_x',
    { key: 'attributes.x', aggregates: {} },
    group,
    'status\tready',
  ],
  ['groups delete by_x --yes', 'DELETE /namespaces/a%2Fb/groups/by_x', null, { deleted: true }, ''],
  ['summary get', 'GET /namespaces/a%2Fb/summary', null, published, 'into\ta/all\ngroups\tby_x\n'],
  [
    'summary put {"into":"a/all","groups":["by_x"],"bands":{}}',
    'PUT /namespaces/a%2Fb/summary',
    { into: 'a/all', groups: ['by_x'], bands: {} },
    published,
    'failure\tdocument_exists\n',
  ],
  [
    'documents put {"id":"x","state":{"t":1}}',
    'POST /namespaces/a%2Fb/documents',
    { upsert: [{ id: 'x', state: { t: 1 } }] },
    { ...written, documents: [{ id: 'x', version: 4 }] },
    'x\t4\n',
  ],
  [
    'documents get x y --include answers',
    'POST /namespaces/a%2Fb/documents/get',
    { ids: ['x', 'y'], include: ['answers'] },
    { documents: [{ id: 'x', answers: { late: answer } }], missing: [], remaining: [] },
    'id\tlate.value\tlate.p\tlate.calibrated\tlate.status\nx\tlate\t',
  ],
  [
    'documents delete x y x --yes',
    'POST /namespaces/a%2Fb/documents',
    { delete: [{ id: 'x' }, { id: 'y' }] },
    { ...written, deleted: 1, missing: 1 },
    '',
  ],
];

it.each([...commands, ...nouns])('%s', async (words, sent, body, reply, shown) => {
  // Three: a put of a subscription reads it again.
  server.play(...Array.from({ length: 3 }, () => json(200, reply)));
  const { code, out } = await room.terminal.run(words.split(' '));
  expect(code).toBe(0);
  expect(out).toContain(shown);
  const [heard] = server.heard;
  expect(`${heard?.method} ${heard?.url}`).toBe(sent.replace(' ', ' /v1'));
  expect(heard?.body ? JSON.parse(heard.body) : null).toEqual(body);
  expect((await room.terminal.run([...words.split(' '), '--json'])).out).toBe(`${JSON.stringify(reply)}\n`);
});

it('a setting of a namespace that cannot be read is refused before anything is sent', async () => {
  server.play();
  for (const words of ['', '--budget much', '--budget 1e400', '--default-engine jev', '--fanout {']) {
    const line = ['namespaces', 'update', ...words.split(' ').filter(Boolean)];
    expect([words, (await room.terminal.run(line)).code]).toEqual([words, 2]);
  }
  expect(await room.terminal.run(['subscriptions', 'put', 'hot', '--on', 'entered'])).toMatchObject({ code: 2 });
  expect(server.heard).toEqual([]);
});

it('jobs wait ends with 1 when the job failed', async () => {
  const failed = json(200, { ...job, status: 'failed' });
  server.play(failed, failed);
  expect(await room.terminal.run(['jobs', 'wait', 'job_1'])).toMatchObject({ code: 1 });
});
