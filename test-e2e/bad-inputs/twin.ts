import { ApiReply, Method } from '@app/testing/stack';
import { draftsRow, draftsTwin } from './drafts';
import { fill, fillAll } from './fill';
import { Row } from './row';
import { overSocket } from './socket';
import { Stage, subscribe, valid } from './stage';

interface Twin {
  method: Method;
  path: string;
  body?: unknown;
  key?: string;
  headers?: Record<string, string>;
}

/** Faults of these members are mended by these values; a member that is not here is left out. */
const mended: Record<string, unknown> = {
  pinned: false,
  budget: { compute_usd_per_month: 5, on_exceeded: 'pause' },
  default_engine: { name: 'jev', version: 'current' },
  fanout: { share: 0.5 },
  thresholds: { hi: 0.5 },
  context: { fields: ['state.a'], max_tokens: 100 },
  parts: ['is it so?', 'is it not?'].map((question, i) => ({ name: `p${i}`, question })),
  features: [{ name: 'f1', from: 'attributes.x' }],
  engine: { name: 'jev', version: 'current' },
  horizon: '1d',
  freshness: { policy: 'on_change', debounce_ms: 0 },
  url: 'https://example.com/h',
  events: ['job.*'],
  description: 'ok',
  max_per_second: 5,
  namespace_prefix: 'acme/prod',
  enabled: true,
};

/** The same request with its fault mended: it must succeed. */
export function twinOf(row: Row, stage: Stage): Twin {
  const rw = stage.keys.rw_org;
  const prod = '/namespaces/acme%2Fprod';
  const patch = (body: object): Twin => ({ method: 'PATCH', path: prod, body });
  if (row.twin) return { ...row.twin, method: row.twin.method as Method, path: fill(row.twin.path, stage, row) };
  switch (row.group) {
    case 'auth':
      return row.method === 'GET'
        ? { method: 'GET', path: (row.path ?? '').split('?')[0] }
        : {
            method: row.method as Method,
            path: filled(row, stage),
            body: row.body === undefined ? undefined : fillAll(row.body, stage, row),
            key: rw,
          };
    case 'scope':
      return scopeTwin(row, stage);
    case 'path':
      if (row.method === 'PATCH') return patch({ budget: null });
      return { method: 'GET', path: row.path?.includes('namespaces/') ? `${prod}/judgments` : '/namespaces' };
    case 'query':
      return row.path?.startsWith('/namespaces')
        ? { method: 'GET', path: `/namespaces?prefix=${'a'.repeat(256)}` }
        : { method: 'GET', path: filled(row, stage).split('?')[0] };
    case 'json_bytes':
    case 'content_type':
      return patch({ pinned: true });
    case 'namespace_patch':
      return patch(mend(row.body));
    case 'judgment_create':
      return { method: 'POST', path: prod + '/judgments', body: { ...valid, ...mend(row.body), name: nameOf(row) } };
    case 'idempotency':
      return {
        ...patch({ pinned: true }),
        headers: { 'Idempotency-Key': `${row.id}${'k'.repeat(255 - row.id.length)}` },
      };
    case 'endpoint':
      if (row.method === 'PATCH') {
        const path = `/webhook-endpoints/${stage.values.endpoint_id}`;
        return { method: 'PATCH', path, body: mend(row.body) };
      }
      return row.path === '/webhook-endpoints'
        ? { method: 'POST', path: row.path, body: { url: mended.url, ...mend(row.body) } }
        : { method: 'POST', path: filled(row, stage), body: {} };
    case 'events':
      return row.method === 'GET'
        ? { method: 'GET', path: `/events?cursor=${stage.values.event_id}` }
        : eventTwin(row, stage);
    case 'other_ops':
      return row.path?.includes('/jobs/') ? { method: 'GET', path: '/jobs' } : subscriptionTwin(row, stage);
    default:
      return { method: 'GET', path: '/namespaces' };
  }
}

/** Sends the twin. @returns its reply; `open` stands for a route that is not built yet */
export async function sendTwin(row: Row, stage: Stage): Promise<ApiReply | 'open'> {
  if (row.method === 'RAW') {
    const head = `GET /v1/namespaces HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${stage.values.rw_key}\r\n\r\n`;
    const { status, text } = await overSocket(stage.stack.baseUrls[0], Buffer.from(head), { untilAnswered: true });
    return { status, text, headers: {}, body: {} };
  }
  if (row.id === 'bad-023' || row.id === 'bad-364') {
    await subscribe(stage.stack, stage.keys.rw_org, '/namespaces/acme%2Fprod/subscriptions/twin');
  }
  if (draftsRow(row)) return draftsTwin(stage);
  const { method, path, body, key = stage.keys.rw_org, headers } = twinOf(row, stage);
  const reply = await stage.stack.api(method, path, body, { key, headers });
  return reply.text.includes('not_available_yet') ? 'open' : reply;
}

function scopeTwin(row: Row, stage: Stage): Twin {
  const scoped = stage.keys['scoped:acme/prod/tenant_1*'];
  const rw = stage.keys.rw_org;
  if (row.method === 'DELETE') return { method: 'DELETE', path: '/namespaces/acme%2Fprod/subscriptions/twin', key: rw };
  if (row.method === 'GET' && row.path?.endsWith('/judgments')) {
    const isTemplate = row.path.includes('*');
    const path = isTemplate ? row.path : '/namespaces/acme%2Fprod%2Ftenant_1/judgments';
    return { method: 'GET', path, key: isTemplate ? rw : scoped };
  }
  if (row.path === '/webhook-endpoints') {
    const body = { url: mended.url, namespace_prefix: 'acme/prod/tenant_1' };
    return { method: 'POST', path: row.path, body, key: row.auth === 'ro_org' ? rw : scoped };
  }
  if (row.method === 'PATCH') {
    const path = `/webhook-endpoints/${stage.values.own_endpoint_id}`;
    return { method: 'PATCH', path, body: { enabled: true }, key: scoped };
  }
  if (row.method === 'GET') return { method: 'GET', path: '/jobs', key: rw };
  return {
    method: row.method as Method,
    path: filled(row, stage),
    body: { endpoint: stage.values.endpoint_id },
    key: rw,
  };
}

function eventTwin(row: Row, stage: Stage): Twin {
  if (row.path?.endsWith('/redeliver')) {
    const path = `/events/${stage.values.event_id}/redeliver`;
    return { method: 'POST', path, body: { endpoint: stage.values.endpoint_id } };
  }
  const path = `/webhook-endpoints/${stage.values.endpoint_id}/recover`;
  return { method: 'POST', path, body: { since: new Date(Date.now() - 3_600_000).toISOString() } };
}

function subscriptionTwin(row: Row, stage: Stage): Twin {
  if (row.method === 'DELETE' && row.id === 'bad-363') {
    return { method: 'GET', path: '/namespaces/acme%2Fprod%2F*/subscriptions/inherited' };
  }
  if (row.method === 'DELETE') return { method: 'DELETE', path: '/namespaces/acme%2Fprod/subscriptions/twin' };
  return { method: row.method as Method, path: filled(row, stage) };
}

function mend(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null) return {};
  const wrong = Object.keys(body).filter((name) => name in mended);
  return Object.fromEntries(wrong.map((name) => [name, mended[name]]));
}

/** A namespace holds 50 judgments, so the twins about features are versions of one, and those about relations as well. */
function nameOf(row: Row): string {
  const shared = ['features', 'relations'].find((about) => row.id.startsWith(`bad-${about}-`));
  return shared ? `twin_${shared}` : row.id.replace('bad-', 'twin_');
}

function filled(row: Row, stage: Stage): string {
  return fill(row.path ?? '', { ...stage, foreign: {} }, row);
}
