import { parseDefinition, parseThresholds } from '@app/definition';
import { checkDocumentWrite } from '@app/document-write';
import { Problem } from '@app/problem';
import { assertParams } from '../request/path-params';
import { routes } from './routes';

const context = {
  engines: [{ name: 'jev' as const, version: 'current' }],
  parseAppliesTo: () => [],
};
const judgment = { name: 'late', type: 'bool', question: 'Is it late?', context: { fields: ['state.text'] } };

/** Checks each path of a route with this parameter, with `name` in its place. */
function inPaths(param: 'judgment' | 'name', name: string): void {
  const paths = routes.map(({ path }) => path).filter((path) => path.split('/').includes(`:${param}`));
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths)
    assertParams(Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, one]) => [one, name])));
}

/** Each place in which a request holds a Name, as the service reads it. */
const uses: [string, (name: string) => unknown][] = [
  ['a judgment in a path', (name) => inPaths('judgment', name)],
  ['a judgment in a body', (name) => parseDefinition({ ...judgment, name }, context)],
  ['an attribute', (name) => checkDocumentWrite({ upsert: [{ id: 'a', attributes: { [name]: 1 } }] }, 1_000)],
  ['a threshold', (name) => parseThresholds({ [name]: 0.5 }, { type: 'bool' }, '/thresholds')],
  ['a subscription, which its path alone names', (name) => inPaths('name', name)],
  [
    'a part',
    (name) => {
      const parts = [name, 'other'].map((one) => ({ name: one, question: 'Is it?' }));
      return parseDefinition({ ...judgment, parts }, context);
    },
  ],
];

const good = ['a', '-', '_', 'Late-2_b', '__proto__', 'a'.repeat(128)];
const bad = ['', 'a'.repeat(129), 'a.b', 'a b', 'é', 'a\n', '\na', 'a/b', 'a%0A'];

describe.each(uses)('the name of %s', (_use, read) => {
  it.each(good)('may be %j [GEN-04]', (name) => expect(() => read(name)).not.toThrow());

  it.each(bad)('is refused as %j [GEN-04]', (name) => {
    const refusal = refusalOf(() => read(name));
    expect([refusal.status, refusal.code, refusal.details.reason]).toEqual([400, 'invalid_request', 'bad_name']);
  });
});

function refusalOf(act: () => unknown): Problem {
  try {
    act();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('was accepted');
}
