import { StackClient, Method, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { Scenario, boolJudgment } from './scenario/scenario';

let stack: StackClient;
let scenario: Scenario;
let scoped: string;
/** Ids of things in the scenario's namespace, and a body for each operation that wants one. */
let ids: Record<string, string>;
const secretText = 'only ours to read';

const bodies: Record<string, unknown> = {
  'POST /namespaces': { name: 'tenancy-outside' },
  'PATCH /namespaces/{ns}': { pinned: true },
  'POST /namespaces/{ns}/judgments': boolJudgment('intruder'),
  'PATCH /namespaces/{ns}/judgments/{name}': { thresholds: {} },
  'POST /namespaces/{ns}/judgments/{name}/activate': { version: 1 },
  'POST /namespaces/{ns}/judgments/{name}/backfill': {},
  'POST /namespaces/{ns}/judgments/{name}/judge': { documents: ['d'] },
  'POST /namespaces/{ns}/judgments/{name}/context': { document: 'd' },
  'POST /namespaces/{ns}/judgments/try': { definition: boolJudgment('intruder'), documents: ['d'] },
  'POST /namespaces/{ns}/judgments/{name}/outcomes': { outcomes: [{ document: 'd', value: true, as_of: 'latest' }] },
  'POST /namespaces/{ns}/judgments/{name}/calibration/run': {},
  'POST /namespaces/{ns}/judgments/{name}/repeatability': {},
  'POST /namespaces/{ns}/judgments/{name}/alternatives': { definition: { question: 'Taken over?' } },
  'POST /namespaces/{ns}/judgments/{name}/alternatives/run': { quote_generation: 1 },
  'POST /namespaces/{ns}/documents': { upsert: [{ id: 'd', state: { text: 'taken over' } }] },
  'POST /namespaces/{ns}/images': {
    data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  },
  'POST /namespaces/{ns}/documents/get': { ids: ['d'] },
  'POST /namespaces/{ns}/query': {},
  'PUT /namespaces/{ns}/groups/{name}': { key: 'attributes.x', aggregates: { n: { aggregate: 'count' } } },
  'PUT /namespaces/{ns}/subscriptions/{name}': { filter: { 'attributes.x': 1 } },
  'POST /webhook-endpoints': { url: 'https://example.com/intruder' },
  'PATCH /webhook-endpoints/{id}': { description: 'taken over' },
  'POST /webhook-endpoints/{id}/rotate-secret': { previous_valid_for: '0s' },
  'POST /webhook-endpoints/{id}/test': { type: 'webhook.test' },
  'POST /webhook-endpoints/{id}/recover': { since: new Date(Date.now() - 3_600_000).toISOString() },
  'PATCH /organization': { name: 'taken over' },
  'POST /sessions': { email: 'a@b.example', password: 'guess' },
  'POST /sessions/links': { email: 'a@b.example' },
  'PATCH /sessions/current': { organization: 'org_ours' },
  'PATCH /user': { name: 'taken over' },
  'POST /organization/members': { email: 'intruder@b.example', role: 'owner' },
  'PATCH /organization/members/{id}': { role: 'owner' },
  'POST /organization/members/{id}/link': {},
  'PUT /models/{engine}': { provider: 'ollama', model: 'intruder' },
  'POST /models/{engine}/try': {},
  'POST /api-keys': { role: 'read_write', scope: '*' },
};

beforeAll(async () => {
  stack = await sharedStack();
  scenario = new Scenario(stack, 'tenancy/ours');
  scoped = await stack.operator.scopedKey('tenancy/theirs*');
  await scenario.judgment(boolJudgment('late'));
  await scenario.upsert('d', { text: secretText }, { x: 1 });
  await scenario.ok('PUT', '/subscriptions/s', { filter: { 'attributes.x': 1 } });
  await scenario.ok('PUT', '/groups/s', { key: 'attributes.x', aggregates: { n: { aggregate: 'count' } } });
  await scenario.fresh('d', 'late');
  await scenario.ok('POST', '/judgments/late/outcomes', {
    outcomes: [{ document: 'd', value: true, as_of: 'latest' }],
  });
  const outcomes = await scenario.ok<{ outcomes: { id: string }[] }>('GET', '/judgments/late/outcomes');
  const { answers } = await scenario.ok<{ answers: { id: string }[] }>('GET', '/documents/d/answers/late/history');
  const endpoint = await stack.api<{ id: string }>('POST', '/webhook-endpoints', { url: 'https://example.com/ours' });
  await stack.api('POST', '/namespaces', { name: `${scenario.namespace}/gone` });
  const job = await stack.api<{ id: string }>(
    'DELETE',
    `/namespaces/${encodeURIComponent(`${scenario.namespace}/gone`)}`,
  );
  const key = await stack.api<{ id: string }>('POST', '/api-keys', { role: 'read_only', scope: scenario.namespace });
  // Another picture than the one that strangers store: an id is its content.
  const data = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  const image = await scenario.ok<{ id: string }>('POST', '/images', { data });
  await eventually(async () => {
    expect((await stack.api<{ status: string }>('GET', `/jobs/${job.body.id}`)).body.status).toBe('done');
  });
  await scenario.upsert('e', { text: 'member' }, { x: 1 });
  await eventually(async () => {
    expect(await scenario.ok('GET', '/groups/s')).toMatchObject({ status: 'ready', values: [{ documents: 2 }] });
  });
  const prefix = `/namespaces/${encodeURIComponent(`${scenario.namespace}/*`)}`;
  await stack.api('PUT', `${prefix}/groups/s`, bodies['PUT /namespaces/{ns}/groups/{name}']);
  bodies['PUT /namespaces/{ns}/summary'] = { into: scenario.namespace, groups: ['s'], bands: { s: { n: [10] } } };
  await stack.api('PUT', `${prefix}/summary`, bodies['PUT /namespaces/{ns}/summary']);
  const [event] = await eventually(async () => {
    const events = await scenario.events();
    if (events.length === 0) throw new Error('No event yet.');
    return events;
  });
  bodies['POST /events/{id}/redeliver'] = { endpoint: endpoint.body.id };
  ids = {
    event: event.id,
    outcome: outcomes.outcomes[0].id,
    endpoint: endpoint.body.id,
    job: job.body.id,
    key: key.body.id,
    image: image.id,
    answer: answers[0].id,
  };
}, openLimitMs);
afterAll(() => stack?.leave());

interface Operation {
  method: Method;
  path: string;
}

/** Operations as OpenAPI publishes them, so that a new route is met here by itself. */
async function operations(): Promise<Operation[]> {
  const { body } = await stack.api('GET', '//openapi.json', undefined, { key: null });
  const { paths } = body as unknown as { paths: Record<string, Record<string, unknown>> };
  const found = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((one) => ['get', 'post', 'put', 'patch', 'delete'].includes(one))
      .map((one) => ({ method: one.toUpperCase() as Method, path: path.replace(/^\/v1/, '') })),
  );
  return found.filter(({ path }) => !/^\/(health|metrics|docs|openapi|webhook-egress)/.test(path));
}

/** The path of an operation on our things, or on things of those names that nobody has. */
function addressed({ path }: Operation, namespace = scenario.namespace, suffix = ''): string {
  const named = path.includes('/subscriptions/') || path.includes('/groups/') ? 's' : 'late';
  const things: [RegExp, string][] = [
    [/^\/jobs/, ids.job],
    [/^\/webhook-endpoints/, ids.endpoint],
    [/^\/api-keys/, ids.key],
    [/^\/events/, ids.event],
    [/outcomes/, ids.outcome],
    [/images/, ids.image],
    [/documents/, 'd'],
  ];
  const id = things.find(([where]) => where.test(path))?.[1] ?? 'd';
  return path
    .replace('{ns}', encodeURIComponent(path.endsWith('/summary') ? `${namespace}/*` : namespace))
    .replace('{name}', named)
    .replace('{judgment}', 'late')
    .replace('{engine}', 'jev')
    .replace('{answer}', ids.answer)
    .replace('{id}', id === 'd' ? id : `${id.slice(0, id.length - suffix.length)}${suffix}`);
}

function bodyOf({ method, path }: Operation): unknown {
  const known = bodies[`${method} ${path}`];
  if (
    known === undefined &&
    ['POST', 'PUT', 'PATCH'].includes(method) &&
    !/\/(cancel|detach|drafts|suggestions)$/.test(path)
  ) {
    throw new Error(`Give ${method} ${path} a body here: every route is tried by strangers.`);
  }
  return known;
}

/** What changes by itself while nobody touches our things. */
const moving =
  /"(stats":\{[^}]*\}|(?:days|hours|pending)":\[[^\]]*\]|next_cursor":"[^"]*"|(?:computed_at|last_used_at|as_of)":"[^"]*")/g;

/**
 * Everything of ours that a stranger could have seen or moved: each published GET of one of our things, and that the lists
 * of our organization still hold them.
 */
async function ours(): Promise<Record<string, string>> {
  const reads = (await operations()).filter(({ method, path }) => method === 'GET' && /\{(ns|id)\}/.test(path));
  const seen = await Promise.all(
    [...reads.map((read) => addressed(read)), '/organization'].map(async (path) => {
      const { status, text } = await stack.api('GET', path);
      return [path, `${status} ${text.replace(moving, '')}`] as const;
    }),
  );
  const lists = { '/webhook-endpoints': ids.endpoint, '/api-keys': ids.key, '/jobs': ids.job };
  const held = await Promise.all(
    Object.entries(lists).map(async ([path, id]) => [path, String((await stack.api('GET', path)).text.includes(id))]),
  );
  return Object.fromEntries([...seen, ...held]) as Record<string, string>;
}

it.each(['another organization', 'a scoped key', 'a read-only key'] as const)(
  'keeps every route closed to %s [AUTH-02] [AUTH-03] [AUTH-04]',
  async (who) => {
    const key = { 'another organization': stack.keys.other, 'a scoped key': scoped, 'a read-only key': stack.keys.ro }[
      who
    ];
    // Our own first look counts the current answers, which the reads after it show.
    await ours();
    const before = await ours();
    // Nothing here is compared in vain: what we look at is there, and it holds our text.
    expect(Object.entries(before).filter(([, seen]) => /^(404|5)/.test(seen) || seen === 'false')).toEqual([]);
    expect(Object.values(before).join()).toContain(secretText);
    const nobodys = `tenancy/nobodys/${Date.now().toString(36)}`;
    const wrong: string[] = [];
    // The stranger's writes make namespaces of the same names in its own organization. They are deleted last: until a
    // deletion has ended, what a route answers depends on how far it is.
    const all = await operations();
    const isDeletion = ({ method, path }: Operation): boolean => method === 'DELETE' && path === '/namespaces/{ns}';
    for (const operation of [...all.filter((one) => !isDeletion(one)), ...all.filter(isDeletion)]) {
      const { method, path } = operation;
      const reply = await stack.api(method, addressed(operation), bodyOf(operation), { key });
      const what = `${method} ${path} answered ${reply.status} ${reply.text.slice(0, 120)}`;
      if (reply.status >= 500) wrong.push(what);
      if (method === 'GET' && !path.endsWith('/queue')) {
        const head = await headOf(addressed(operation), key);
        if (head.status !== reply.status || head.text !== '') wrong.push(`${what}, and to HEAD ${head.status}`);
      }
      const isRead = method === 'GET' || /\/(query|documents\/get|context)$/.test(path);
      if (who === 'a read-only key') {
        if (!isRead && reply.status !== 403) wrong.push(what);
      } else {
        // A refusal repeats the id that was asked for; what succeeds may hold nothing of ours. The feed's cursor is a
        // position in the organization's feed, which a scoped key shares: it may be that of an event it cannot see.
        const shown = reply.text.replace(/"next_cursor":"[^"]*"/, '');
        const leaked =
          reply.status < 300 ? [secretText, ...Object.values(ids)].filter((one) => shown.includes(one)) : [];
        if (leaked.length > 0) wrong.push(what);
        const isInNamespace = path.startsWith('/namespaces/{ns}');
        if (who === 'a scoped key' && isInNamespace && reply.status !== 403) wrong.push(what);
        if (path.includes('{id}') && !isInNamespace && ![403, 404].includes(reply.status)) wrong.push(what);
        // To a stranger a thing of ours is a thing that does not exist: the same status, code and reason.
        if (who === 'another organization' && /\{(ns|id)\}/.test(path)) {
          const missing = await stack.api(method, addressed(operation, nobodys, 'zzzz'), bodyOf(operation), { key });
          if (outcomeOf(reply) !== outcomeOf(missing))
            wrong.push(`${what}, but ${outcomeOf(missing)} if it is nobody's`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(await ours()).toEqual(before);
  },
  60_000,
);

async function headOf(path: string, key: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${key}` };
  const reply = await fetch(`${stack.baseUrls[0]}${path}`, { method: 'HEAD', headers });
  return { status: reply.status, text: await reply.text() };
}

/** Status, code and reason of a reply. */
function outcomeOf({ status, text }: { status: number; text: string }): string {
  if (status < 300) return String(status);
  const { error } = JSON.parse(text) as { error: { code: string; details?: { reason?: string } } };
  return `${status} ${error.code} ${error.details?.reason ?? ''}`;
}

it('refuses a key that is missing, malformed, unknown or revoked, the last within 1 s, and shows it no limits [AUTH-01] [AUTH-06]', async () => {
  const made = await stack.api<{ id: string; key: string; secret: string; api_key: string }>('POST', '/api-keys', {
    role: 'read_write',
    scope: '*',
  });
  const key = made.body.key ?? made.body.api_key ?? made.body.secret;
  expect((await stack.api('GET', '/engines', undefined, { key })).status).toBe(200);
  expect((await stack.api('DELETE', `/api-keys/${made.body.id}`)).status).toBe(200);
  await eventually(
    async () => expect((await stack.api('GET', '/engines', undefined, { key })).status).toBe(401),
    1_000,
  );
  for (const headers of [
    { Authorization: 'Basic abc' },
    { Authorization: 'Bearer ' },
    { Authorization: `Bearer ${key}x` },
  ]) {
    const reply = await stack.api<{ error: { code: string } }>('GET', '/engines', undefined, { key: null, headers });
    expect(reply).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
  }
});

it('keeps a prefix on the boundary of a level [AUTH-05] [NS-05]', async () => {
  const run = Date.now().toString(36);
  const key = await stack.operator.scopedKey(`bounds-${run}/tenant_1*`);
  const create = async (name: string) =>
    (await stack.api('POST', '/namespaces', { name: `bounds-${run}/${name}` }, { key })).status;
  expect([await create('tenant_1'), await create('tenant_1/a')]).toEqual([201, 201]);
  expect([await create('tenant_12'), await create('tenant_1x/a'), await create('tenant')]).toEqual([403, 403, 403]);
  await stack.api('POST', '/namespaces', { name: `bounds-${run}/tenant_2` });
  const { body } = await stack.api<{ namespaces: { name: string }[] }>('GET', '/namespaces', undefined, { key });
  expect(body.namespaces.map((one) => one.name)).toEqual([`bounds-${run}/tenant_1`, `bounds-${run}/tenant_1/a`]);
  for (const one of body.namespaces) expect(Object.keys(one).sort()).toEqual(['created_at', 'name']);
});

it('shows the tighter limit and what is left of it with every accepted key, on errors too [RATE-04] [ERR-08]', async () => {
  const replies = [
    await stack.api('GET', '/engines', undefined, { key: stack.keys.other }),
    await stack.api('GET', '/jobs/job_missing', undefined, { key: stack.keys.other }),
    await stack.api('POST', '/namespaces', {}, { key: stack.keys.other }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 404, 400]);
  for (const { headers } of replies) {
    expect(headers['x-ratelimit-limit']).toBe('1000');
    expect(headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
  }
  const unknown = await stack.api<{ error: { code: string } }>('GET', '/nothing');
  expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  expect(unknown.headers['x-ratelimit-limit']).toBeUndefined();
});
