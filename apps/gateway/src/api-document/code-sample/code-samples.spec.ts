import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { openApi } from '../openapi';
import { routes } from '../../routes/routes';
import { operationIdOf, operationNameOf } from '../operation-names';
import type { CodeSample } from './code-samples';

interface SampledOperation {
  operationId: string;
  requestBody?: {
    required: boolean;
    content: { 'application/json': { schema: { $ref: string }; examples?: { sample: { value: object } } } };
  };
  'x-codeSamples': CodeSample[];
}

const root = join(__dirname, '../../../../..');
const document = openApi(routes) as { paths: Record<string, Record<string, SampledOperation>> };
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const sampleOf = (id: string, label: string) =>
  operations.find((one) => one.operationId === id)?.['x-codeSamples'].find((one) => one.label === label)?.source;

it('shows every operation by curl and by the client [VER-06]', () => {
  for (const { operationId, ...operation } of operations)
    expect([operationId, operation['x-codeSamples'].map(({ label }) => label)]).toEqual([
      operationId,
      ['curl', 'TypeScript'],
    ]);
});

it('writes addresses, bodies and keys as the shell and the client take them [SDK-04]', () => {
  expect(sampleOf('judgment_outcomes_post', 'curl')).toBe(
    `curl -X POST "$JUDGMENT_BASE_URL/namespaces/acme%2Fprod%2Ft1/judgments/late/outcomes" \\
  -H "Authorization: Bearer $JUDGMENT_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"outcomes":[{"document":"order-17","value":true}]}'`,
  );
  expect(sampleOf('judgment_outcomes_post', 'TypeScript')).toContain(
    "await client.namespace('acme/prod/t1').judgments.get('late').outcomes.post({ outcomes: [{ document: 'order-17', value: true }] });",
  );
});

it('names the methods that the client has [SDK-08]', () => {
  const source = readFileSync(join(root, 'libs/sdk/src/resource/operation-methods.ts'), 'utf8');
  const { outputText } = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  const module: { operationMethods?: Record<string, string> } = {};
  new Function('exports', outputText)(module);
  const names = routes.map((route) => operationNameOf(route));
  expect(module.operationMethods).toEqual(Object.fromEntries(names.map((name) => [operationIdOf(name), name])));
  expect(new Set(names).size).toBe(routes.length);
});

it('sends bodies that the operations take [VER-06]', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema(document, 'openapi');
  for (const { operationId, requestBody } of operations) {
    const content = requestBody?.content['application/json'];
    if (content?.examples === undefined) continue;
    const { value } = content.examples.sample;
    const validate = ajv.compile({ $ref: `openapi${content.schema.$ref}` });
    expect({ operationId, fits: validate(value), errors: validate.errors }).toEqual({
      operationId,
      fits: true,
      errors: null,
    });
  }
});

it('compiles against the types of the client [SDK-08]', () => {
  const wrapped = operations.map(({ operationId }) => {
    const lines = (sampleOf(operationId, 'TypeScript') ?? '').split('\n').filter((line) => !line.startsWith('import'));
    return `export async function ${operationId}() {\n${lines.join('\n')}\nreturn reply;\n}`;
  });
  const text = `import { JudgmentClient } from '@app/sdk';\n${wrapped.join('\n')}`;
  expect(faultsOf(text)).toEqual([]);
  expect(faultsOf(text.replace('.outcomes.post(', '.outcomes.send('))).toHaveLength(1);
}, 60_000);

/** What the compiler says of a file beside this one. */
function faultsOf(text: string): string[] {
  const path = join(__dirname, 'samples.ts');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), (file) => readFileSync(file, 'utf8')) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const host = ts.createCompilerHost({ ...options, noEmit: true });
  const onDisk = host.getSourceFile.bind(host);
  host.getSourceFile = (file, language) =>
    file === path ? ts.createSourceFile(file, text, language) : onDisk(file, language);
  const program = ts.createProgram([path], { ...options, noEmit: true, types: ['node'] }, host);
  const source = program.getSourceFile(path);
  return program
    .getSemanticDiagnostics(source)
    .map(
      ({ messageText, start = 0 }) =>
        `${text.slice(start, start + 60)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}
