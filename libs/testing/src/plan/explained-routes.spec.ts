import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Operation {
  parameters?: { name: string }[];
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> };
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: object }> };
}

/** Reads that no spec of pages explains, and what bounds each of them beside the time of a statement. */
const bounded: Record<string, string> = {
  'GET /engines': 'the engines of the installation, which its operator adds',
  'GET /models': 'the names of engines, which are three',
  'GET /starters': 'no statement: starters are part of the build',
  'GET /version': 'no statement',
  'GET /namespaces/{ns}/documents/{id}/answers/{judgment}/history/{answer}':
    'the answers of one document by one judgment, by their index',
  'GET /namespaces/{ns}/judgments/{name}/distribution': 'a number of answers of one judgment, then a sample (ScanPool)',
  'GET /judgments/built-in-answers':
    'a number of answers of each judgment, then a sample, and six seconds for all (ScanPool)',
  'GET /usage/daily': 'the namespaces with usage on the days of one month',
  // Figures of the labels of one version of a judgment, which people or outcomes gave; of more than 100,000 a fixed share.
  'GET /namespaces/{ns}/judgments/{name}/calibration': 'one pass over the labels of a version',
  'GET /namespaces/{ns}/judgments/{name}/thresholds/recommendation': 'one pass over the labels of a version',
  'GET /namespaces/{ns}/judgments/{name}/alternatives': 'a sample of 500 labels, and a count of those of the version',
};

/** The routes that specs of pages explain, by the file. */
function explainedRoutes(): Map<string, string> {
  const specs = readdirSync(join(root, 'apps')).map((service) => `apps/${service}/src/plans.store.spec.ts`);
  const present = specs.filter((file) => readdirSync(join(root, file, '..')).includes('plans.store.spec.ts'));
  return new Map(
    present.flatMap((file) => [...read(file).matchAll(/'((?:GET|POST) \/[^',]*)/g)].map(([, route]) => [route, file])),
  );
}

/** Whether an operation has `limit` and `cursor`, in its query or in its body. */
function isPaged({ parameters = [], requestBody }: Operation, { components }: OpenApi): boolean {
  const ref = requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1);
  const body = Object.keys((ref && components.schemas[ref]?.properties) || {});
  const names = [...parameters.map(({ name }) => name), ...body];
  return names.includes('limit') && names.includes('cursor');
}

const api = JSON.parse(read('docs/api/openapi.json')) as OpenApi;
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);
const paged = operations.filter(({ operation }) => isPaged(operation, api)).map(({ name }) => name);
const reads = operations.filter(({ name }) => name.startsWith('GET ')).map(({ name }) => name);

it('each list with `limit` and `cursor` is explained by a spec of its service [S-F4]', () => {
  const explained = explainedRoutes();
  expect(paged).toEqual(expect.arrayContaining(['GET /jobs', 'POST /namespaces/{ns}/query']));
  expect(paged.filter((name) => !explained.has(name))).toEqual([]);
});

it('each other read is explained, or stands in the list with its bound [S-F4]', () => {
  const explained = explainedRoutes();
  expect(reads.filter((name) => !explained.has(name) && !(name in bounded))).toEqual([]);
  expect(Object.keys(bounded).filter((name) => !reads.includes(name) || explained.has(name))).toEqual([]);
});
