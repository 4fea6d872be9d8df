import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';
import type { ApiDocument } from './api-document';
import { SchemaVisitor } from './schema-visitor';
import { WireGuard, WireReply } from './wire-guard';
import { Wire } from './wire';

const document = JSON.parse(readFileSync(join(workspaceRoot, 'docs/api/openapi.json'), 'utf8')) as ApiDocument;
const guard = new WireGuard(document);

const job = {
  id: 'job_d1',
  type: 'namespace_delete',
  status: 'done',
  namespace: 'a',
  progress: { done: 1, total: 1 },
  created_at: '2026-03-04T09:28:00.000Z',
  started_at: null,
  finished_at: null,
  result_status: 200,
  result: { deleted: true },
};
const event = { id: 'evt_1', type: 'job.completed', timestamp: '2026-03-04T09:28:00.000Z' };
const { result: _, ...summary } = job;
const data = { namespace: 'a', job: summary };

function faultsOf(path: string, body: unknown, others: Partial<WireReply> = {}): string[] {
  return guard.faultsOf({ method: 'GET', path, status: 200, mediaType: 'application/json', body, ...others });
}
const refusal = (error: object, status = 409) => faultsOf('/jobs/job_d1/cancel', { error }, { method: 'POST', status });

describe('the guard of replies', () => {
  it('lets a reply pass that the document says, and names what it does not say [VER-06] [S-6]', () => {
    const { namespace: left, ...without } = job;
    expect(left).toBe('a');
    expect(faultsOf('/jobs/job_d1', job)).toEqual([]);
    for (const [body, fault] of [
      [{ ...job, secret: 1 }, '/secret: is not in the document'],
      [{ ...job, progress: { done: 1, total: 1, left: 0 } }, '/progress/left: is not in the document'],
      [without, '/namespace: is missing'],
      [{ ...job, status: 'ended' }, '/status: "ended" is not in the list'],
      [{ ...job, type: 'tidy' }, '/type: "tidy" is not in the list'],
      [{ ...job, result_status: 200.5 }, '/result_status: is number, not integer or null'],
      [{ ...job, created_at: '2026-03-04T09:28:00Z' }, '/created_at: 2026-03-04T09:28:00Z is no date-time'],
    ] as const)
      expect(faultsOf('/jobs/job_d1?x=1', body)).toEqual([`GET /jobs/{id} 200 ${fault}`]);
    expect(faultsOf('/events/evt_1', { ...event, id: 'e1', data })).toEqual([
      'GET /events/{id} 200 /id: e1 is not ^evt_',
    ]);
  });

  it('holds the data of an event and the error of a job against their own schemas [VER-06] [S-6]', () => {
    expect(faultsOf('/events', { events: [{ ...event, data }], next_cursor: null })).toEqual([]);
    expect(faultsOf('/events', { events: [{ ...event, data: { ...data, why: '' } }], next_cursor: null })).toEqual([
      'GET /events 200 /events/0/data/why: is not in the document',
    ]);
    const error = { code: 'conflict', message: 'Cancelled.', details: { reason: 'cancelled', request_id: 'r' } };
    expect(faultsOf('/jobs/job_d1', { ...job, result: { error } })).toEqual([
      'GET /jobs/{id} 200 /result/error/details/request_id: is not carried by the code conflict',
    ]);
  });

  it('holds errors against the document: members, codes, statuses, unknown routes [ERR-01] [S-6]', () => {
    const message = 'Wait.';
    expect(refusal({ code: 'conflict', message, details: { reason: 'cancelled' } })).toEqual([]);
    expect(refusal({ code: 'conflict', message, details: { documents: ['a'] } })).toEqual([]);
    expect(refusal({ code: 'conflict', message, details: { colour: 'red' } })[0]).toMatch(/colour: is not in the doc/);
    expect(refusal({ code: 'not_found', message, details: { documents: 3 } }, 404)).toHaveLength(1);
    expect(refusal({ code: 'rate_limited', message, details: { limit: 'a_new_one' } }, 429)).not.toEqual([]);
    expect(refusal({ code: 'conflict', message }, 408)).toEqual([
      'POST /jobs/{id}/cancel 408 the operation has no such status',
    ]);
    expect(faultsOf('/nowhere', { error: { code: 'not_found', message } }, { status: 404 })).toEqual([]);
    expect(faultsOf('/nowhere', {}, { status: 404 })).toEqual(['GET /nowhere 404 /error: is missing']);
    expect(faultsOf('/nowhere', {})).toEqual(['GET /nowhere 200 the document has no such operation']);
    expect(faultsOf('/namespaces/n/images/img', null, { mediaType: 'image/png' })).toEqual([]);
    expect(faultsOf('/jobs', null, { mediaType: 'text/html' })[0]).toMatch(/the document has no text\/html$/);
  });

  it('stops at a keyword that it does not know, since that would pass unchecked', () => {
    const walk = new SchemaVisitor({});
    expect(() => walk.faultsOf(1, { multipleOf: 2 } as object)).toThrow(/does not know the keyword multipleOf/);
    expect(() => walk.faultsOf('x', { format: 'uri' })).toThrow(/does not know the format uri/);
  });

  it('reads every schema of the document as a validator of JSON Schema does', () => {
    const ajv = new Ajv({ strict: false });
    addFormats(ajv);
    ajv.addSchema({ $id: 'openapi', ...document });
    const walk = new SchemaVisitor(document.components.schemas);
    const samples = Object.values(document.webhooks).map(({ post }) => post.requestBody.content['application/json']);
    for (const { schema, example } of samples as { schema: object; example: object }[]) {
      const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object);
      for (const value of [example, ...broken(example)])
        expect([value, walk.faultsOf(value, schema).length === 0]).toEqual([value, validate(value)]);
    }
  });

  it('tells at the end of a file what a test caught', () => {
    const wire = new Wire();
    const reply = { method: 'GET', path: '/jobs/j', status: 200, mediaType: 'application/json' };
    wire.assertDocumented({ ...reply, body: job });
    expect(() => wire.assertAllDocumented()).not.toThrow();
    expect(() => wire.assertDocumented({ ...reply, body: { ...job, planted: true } })).toThrow(/\/planted: is not in/);
    expect(() => wire.assertAllDocumented()).toThrow(/\/planted: is not in/);
  });
});

/** Copies of a value that lack one member each, or have another type in its place. */
function broken(value: object): object[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const { [name]: gone, ...rest } = value as Record<string, unknown>;
    const inner = typeof member === 'object' && member !== null && !Array.isArray(member) ? broken(member) : [];
    return [rest, { ...rest, [name]: gone === null ? [] : null }, ...inner.map((one) => ({ ...rest, [name]: one }))];
  });
}
