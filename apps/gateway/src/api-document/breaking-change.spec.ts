import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApi } from './openapi';
import { routes } from '../routes/routes';
import { breakingChanges } from './breaking-change';
import { type Node, nodeOf } from './schema';

const current = JSON.parse(JSON.stringify(openApi(routes))) as Node;
const published = (file: string): unknown =>
  JSON.parse(readFileSync(join(__dirname, '../../../../docs/api', file), 'utf8'));
const frozen = published('openapi.v1.json') as Node;
/** What is taken away on purpose, in the order of the comparison: the sentence of the comparison, and why. */
const meant = published('narrowings.json') as { narrowing: string; reason: string }[];

/** A member of the document by its steps, and its new value; undefined takes it away. */
type Change = [steps: string[], value: unknown];

/** The document after changes. */
function changed(...changes: Change[]): Node {
  const copy = structuredClone(current);
  for (const [steps, value] of changes) {
    const [last, ...way] = [...steps].reverse();
    const holder = way.reverse().reduce<Node>((at, step) => nodeOf(at[step]), copy) as Record<string, unknown>;
    if (Object.keys(holder).length === 0) throw new Error(`Nothing is at ${steps.join(' > ')}`);
    if (value === undefined) delete holder[last];
    else holder[last] = value;
  }
  return copy;
}

const query = '/namespaces/{ns}/query';
const starters = ['paths', '/starters', 'get'];
const schema = (name: string, ...steps: string[]) => ['components', 'schemas', name, ...steps];
const member = (name: string, ...steps: string[]) => schema(name, 'properties', ...steps);
const valuesOf = (...steps: string[]) => {
  const found: unknown = steps.reduce<unknown>((at, step) => nodeOf(at)[step], current);
  if (!Array.isArray(found)) throw new Error(`No list is at ${steps.join(' > ')}`);
  return found as unknown[];
};

it('takes nothing away from clients that were written against the frozen document, but what is meant [VER-01]', () => {
  const unreasoned = meant.filter(({ reason }) => reason.trim().length < 20);
  expect(unreasoned).toEqual([]);
  // A line whose narrowing is no longer there goes, too.
  expect(breakingChanges(frozen, current)).toEqual(meant.map(({ narrowing }) => narrowing));
});

it.each<[string, Change, string]>([
  ['an operation', [starters, undefined], 'GET /starters is gone'],
  ['a path', [['paths', query], undefined], `POST ${query} is gone`],
  ['an event', [['webhooks', 'calibration.fitted'], undefined], 'webhook calibration.fitted is gone'],
  ['an operationId', [[...starters, 'operationId'], 'other'], 'GET /starters has another operationId'],
  ['a parameter', [['paths', '/jobs', 'get', 'parameters'], []], 'GET /jobs parameter query limit is gone'],
  [
    'a parameter that must be sent',
    [[...starters, 'parameters'], [{ name: 'x', in: 'query', required: true, schema: {} }]],
    'GET /starters parameter query x is required',
  ],
  ['a status', [['paths', query, 'post', 'responses', '200'], undefined], `POST ${query} 200 is gone`],
  ['a member that is sent', [member('QueryBody', 'count'), undefined], `POST ${query}.count is gone`],
  ['a member that must be sent', [schema('QueryBody', 'required'), ['filter']], `POST ${query}.filter is required`],
  ['a type that is sent', [member('QueryBody', 'count', 'type'), 'string'], `POST ${query}.count takes no boolean`],
  ['an upper bound', [member('QueryBody', 'limit', 'maximum'), 5], `POST ${query}.limit has a smaller maximum`],
  ['a lower bound', [member('QueryBody', 'limit', 'minimum'), 5], `POST ${query}.limit has a larger minimum`],
  [
    'a value that is sent',
    [member('FreshnessBody', 'policy', 'enum'), ['manual']],
    'POST /namespaces/{ns}/judgments.freshness.policy no longer takes',
  ],
  [
    'a pattern',
    [member('PartBody', 'name', 'pattern'), '^a'],
    'POST /namespaces/{ns}/judgments.parts[].name has another pattern',
  ],
  ['a member that is received', [member('QueryView', 'count'), undefined], `POST ${query} 200.count is gone`],
  ['a promise of a member', [schema('QueryView', 'required'), []], `POST ${query} 200.documents may be missing`],
  [
    'a type that is received',
    [member('QueryView', 'stale_count', 'type'), ['integer', 'null']],
    `POST ${query} 200.stale_count may be null`,
  ],
  [
    'a form that is sent',
    [schema('Condition', 'anyOf'), valuesOf(...schema('Condition', 'anyOf')).slice(1)],
    'has fewer forms',
  ],
  ['a member of a form', [schema('Operators', 'additionalProperties'), false], 'takes no other members'],
])('finds that a version takes away %s [VER-01]', (_what, change, sentence) => {
  expect(breakingChanges(current, changed(change)).join('\n')).toContain(sentence);
});

it('lets requests take more, replies hold more, and enums grow [VER-01] [VER-03]', () => {
  const wider = changed(
    [member('QueryBody', 'more'), { type: 'string' }],
    [member('QueryBody', 'limit', 'maximum'), 1_000],
    [member('QueryView', 'more'), { type: 'string' }],
    [schema('QueryView', 'required'), [...valuesOf(...schema('QueryView', 'required')), 'more']],
    [member('AnswerView', 'status', 'enum'), [...valuesOf(...member('AnswerView', 'status', 'enum')), 'other']],
    [['paths', '/other'], { get: { responses: {} } }],
  );
  expect(breakingChanges(current, wider)).toEqual([]);
});
