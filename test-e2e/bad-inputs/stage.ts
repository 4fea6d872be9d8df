import { StackClient, Json, eventually } from '@app/testing/stack';
import { v7 } from 'uuid';
import type { Seen } from './row';

/** What stands before the run: organizations, keys, namespaces and things in them, made through public doors. */
export interface Stage {
  stack: StackClient;
  keys: Record<string, string>;
  /** Values of the placeholders in paths, headers and bodies. */
  values: Record<string, string>;
  /** Things of others, by the row's `setup`. */
  foreign: Record<string, Record<string, string>>;
  developer: { full: string; empty: string };
  /** Whether Suggestions is on in the organization of the rows; it begins off. */
  hasSuggestions: boolean;
  /** Replies to rows that waited for the end of their time beside another row. */
  held: Map<string, Seen>;
  /** Setups that this build cannot make yet. */
  unavailable: Set<string>;
}

const scope = 'acme/prod/tenant_1*';
/** Of a namespace, inherited ones included. */
const mostGroups = 20;
export const valid = { question: 'Is it urgent?', type: 'bool', context: { fields: ['state.subject'] } };

export async function setStage(stack: StackClient): Promise<Stage> {
  const run = Date.now().toString(36);
  const plans = { bad: 'scale', 'bad-other': 'scale', 'bad-full': 'developer', 'bad-empty': 'developer' };
  const names = Object.keys(plans).map((name) => `${name}-${run}`);
  // A fast machine sends more rows in a second than a key with the specification's limits may: only the row of the
  // limit has such a key.
  const limits = ['--requests-per-second-per-key', '--requests-per-second-per-org'].flatMap((one) => [one, '1000000']);
  await stack.operator.run(...Object.values(plans).map((plan, i) => ['org', 'create', names[i], '--plan', plan]), [
    'limits',
    '--org',
    names[0],
    ...limits,
  ]);
  const [rw, scoped] = await stack.operator.keys(names[0], ['*', scope]);
  const [ro] = await stack.operator.keys(names[0], ['*'], 'read_only');
  const [[other], [full], [empty]] = await Promise.all(names.slice(1).map((name) => stack.operator.keys(name, ['*'])));
  const made = async (path: string, body: unknown, key = rw): Promise<Json> => {
    const reply = await stack.api('POST', path, body, { key });
    if (reply.status >= 300) throw new Error(`The stage could not be set: POST ${path} ${reply.status} ${reply.text}`);
    return reply.body;
  };
  const namespaces = [
    'acme/prod',
    'acme/staging',
    'acme/empty',
    'acme/board',
    'acme/crowded',
    'acme/prod/t1',
    'acme/prod/tenant_1',
    'acme/prod/tenant_2',
  ];
  for (const name of namespaces) await made('/namespaces', { name });
  const prod = '/namespaces/acme%2Fprod';
  await made(`${prod}/judgments`, { name: 'j1', ...valid, thresholds: { hi: 0.9 }, freshness: { policy: 'manual' } });
  // A chain of three judgments, for rows about a fourth and about what others read.
  const chain = [
    ['u1', 'j1'],
    ['u2', 'u1'],
  ];
  for (const [name, judgment] of chain) {
    const me = { join: { theirs: 'id', mine: 'id' }, answers: [{ judgment, bands: [0.5] }] };
    const context = { fields: ['state.subject'], related: { me } };
    await made(`${prod}/judgments`, { name, ...valid, context, freshness: { policy: 'manual' } });
  }
  await subscribe(stack, rw, `${prod}/subscriptions/s1`);
  await subscribe(stack, rw, '/namespaces/acme%2Fprod%2Ftenant_2/subscriptions/s2');
  const unavailable = new Set<string>();
  const isInherited = await subscribe(stack, rw, '/namespaces/acme%2Fprod%2F*/subscriptions/inherited');
  if (!isInherited) unavailable.add('subscription on acme/prod/*');
  for (const one of ['acme%2Fprod', 'acme%2Fprod%2Ftenant_2']) {
    await made(`/namespaces/${one}/documents`, {
      upsert: [{ id: 'd1', attributes: { x: 1 }, state: { subject: 'Hi' } }],
    });
  }
  await setGroups(stack, rw);
  const endpoint = async (more: object, key?: string): Promise<string> =>
    String((await made('/webhook-endpoints', { url: 'https://example.com/h', ...more }, key)).id);
  const ofTenant2 = await endpoint({ namespace_prefix: 'acme/prod/tenant_2' });
  const disabled = await endpoint({});
  await stack.api('PATCH', `/webhook-endpoints/${disabled}`, { enabled: false }, { key: rw });
  await made('/namespaces', { name: 'gone' }, other);
  const job = await stack.api('DELETE', '/namespaces/gone', undefined, { key: other });
  for (let i = 0; i < 2; i++) await endpoint({}, full);
  const [event] = await eventsOf(stack, rw, 'acme/prod');
  const [event2] = await eventsOf(stack, rw, 'acme/prod/tenant_2');
  const { body: listed } = await stack.api('GET', '/namespaces?limit=1', undefined, { key: rw });
  const old = (days: number): string => `evt_${v7({ msecs: Date.now() - days * 86_400_000 }).replaceAll('-', '')}`;
  return {
    stack,
    keys: { rw_org: rw, ro_org: ro, [`scoped:${scope}`]: scoped, lawful: other },
    values: {
      rw_key: rw,
      rw_key_minus_last: rw.slice(0, -1),
      rw_key_upper: rw.toUpperCase(),
      endpoint_id: await endpoint({}),
      own_endpoint_id: await endpoint({ namespace_prefix: 'acme/prod/tenant_1' }, scoped),
      disabled_endpoint_id: disabled,
      event_id: event,
      namespaces_cursor: String(listed.next_cursor),
      event_31_days_old: old(31),
      event_in_dropped_partition: old(45),
    },
    foreign: {
      'endpoint of acme/prod/tenant_2': { endpoint_id: ofTenant2 },
      'event of acme/prod/tenant_2': { event_id: event2 },
      'endpoint of org other': { endpoint_id: await endpoint({}, other) },
      'job of org other': { job_id: String(job.body.id) },
    },
    developer: { full, empty },
    hasSuggestions: false,
    held: new Map(),
    unavailable,
  };
}

/** As many groups as a namespace may have, an inherited one, and a summary of it. Resolves when all are counted. */
async function setGroups(stack: StackClient, key: string): Promise<void> {
  const put = async (path: string, body: object): Promise<void> => {
    const reply = await stack.api('PUT', path, body, { key });
    if (reply.status >= 300) throw new Error(`The stage could not be set: PUT ${path} ${reply.status} ${reply.text}`);
  };
  const group = { key: 'attributes.x', aggregates: { n: { aggregate: 'count' } } };
  const [prod, template, crowded] = ['acme%2Fprod', 'acme%2Fprod%2F*', 'acme%2Fcrowded'].map(
    (ns) => `/namespaces/${ns}`,
  );
  await put(`${prod}/groups/twin`, group);
  await put(`${template}/groups/inherited`, group);
  for (let n = 0; n < mostGroups; n++) await put(`${crowded}/groups/g${n}`, group);
  await put(`${template}/summary`, { into: 'acme/board', groups: ['inherited'], bands: { inherited: { n: [5, 50] } } });
  await eventually(async () => {
    for (const path of [prod, crowded]) {
      const { body } = await stack.api<{ groups: { status: string }[] }>('GET', `${path}/groups`, undefined, { key });
      if (body.groups.some(({ status }) => status !== 'ready')) throw new Error(`Groups of ${path} are being counted.`);
    }
  });
}

/** @returns false when such a subscription cannot be made yet */
export async function subscribe(stack: StackClient, key: string, path: string): Promise<boolean> {
  const body = { filter: { 'attributes.x': 1 } };
  const reply = await stack.api('PUT', path, body, { key });
  if (reply.text.includes('not_available_yet')) return false;
  if (reply.status >= 300) throw new Error(`PUT ${path} answered ${reply.status} ${reply.text}`);
  return true;
}

function eventsOf(stack: StackClient, key: string, namespace: string): Promise<string[]> {
  return eventually(async () => {
    const reply = await stack.api<{ events: { id: string; data: { namespace: string } }[] }>(
      'GET',
      '/events',
      undefined,
      { key },
    );
    const ids = reply.body.events.filter(({ data }) => data.namespace === namespace).map(({ id }) => id);
    if (ids.length === 0) throw new Error(`No event of ${namespace} yet.`);
    return ids;
  });
}
