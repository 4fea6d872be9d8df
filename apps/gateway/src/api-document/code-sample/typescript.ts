import { literal } from './literal';
import type { SampledCall } from './sampled-call';

const imports = "import { JudgmentClient } from '@judgment-service/sdk';\n\n";
const byKey = 'const client = new JudgmentClient(); // JUDGMENT_BASE_URL, JUDGMENT_API_KEY\n';
const bySession = "const client = new JudgmentClient({ auth: 'session' }); // in a page of the service\n";
const ofPeople = new Set(['open', 'person', 'session']);
const batchedReads = 'namespace.documents.getMany';

/** The call by the TypeScript client. */
export function typescriptSample(call: SampledCall): string {
  const opening = imports + (ofPeople.has(call.access) ? bySession : byKey);
  return `${opening}const reply = await client.${ownMethod(call)};`;
}

/** The holders of a method name its namespace and judgment; what is left of the path comes first among its arguments. */
function ownMethod({ name: method, parameters, query, body }: SampledCall): string {
  const valueOf = (name: string) => literal(parameters.find((one) => one.name === name)?.value ?? '');
  const isOfJudgment = method.startsWith('namespace.judgments.get.');
  const held = isOfJudgment ? ['ns', 'name'] : ['ns'];
  const own = parameters.filter(({ name }) => !held.includes(name)).map(({ value }) => value);
  const given = [...own, ...(body === undefined ? [] : [argumentOf(method, body)]), ...(query ? [query] : [])];
  const chain = method
    .replace('namespace.judgments.get.', `namespace.judgments.get(${valueOf('name')}).`)
    .replace(/^namespace\./, `namespace(${valueOf('ns')}).`);
  return `${chain}(${given.map((one) => literal(one)).join(', ')})`;
}

/** The client reads any number of documents by a list of ids, where the API takes 100 in a body. */
function argumentOf(method: string, body: object): unknown {
  return method === batchedReads && 'ids' in body ? body.ids : body;
}
