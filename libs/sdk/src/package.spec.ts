import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { FaultServer, json } from './testing/fault-server';
import { InstalledPackage } from './testing/installed-package';
import { typedProgram } from './testing/typed-program';

let installed: InstalledPackage;
beforeAll(() => void (installed = new InstalledPackage()), 60_000);
afterAll(() => installed.remove());

const name = '@judgment-service/sdk';
const client =
  'ConnectionError,DailyAllowanceError,GapError,JudgmentClient,JudgmentError,Operation,PageOperation,UsageError';
const webhooks =
  'BoundedMemory,WebhookVerificationError,dropDuplicates,eventTypes,keepHighestSequence,verifySignature,verifyWebhook';
const all = `${client},${webhooks}`.split(',').sort().join();

it.each([
  ['', all],
  ['/client', client],
  ['/webhooks', webhooks],
])('door "%s" of the installed package gives its names to both kinds of module [SDK-08]', async (door, names) => {
  const list = `console.log(Object.keys(sdk).filter((key) => !/^(__|default|module.exports$)/.test(key)).sort().join())`;
  const asModule = installed.run(`list${door.slice(1)}.mjs`, `import * as sdk from '${name}${door}'; ${list}`);
  const asCommon = installed.run(`list${door.slice(1)}.cjs`, `const sdk = require('${name}${door}'); ${list}`);
  expect(await Promise.all([asModule, asCommon])).toEqual([names, names]);
});

it('needs no other package, and one error is one class behind every door and in both kinds of module [SDK-08]', async () => {
  const described = JSON.parse(readFileSync(join(installed.place, 'package.json'), 'utf8')) as Record<string, unknown>;
  expect(described).not.toHaveProperty('dependencies');
  const same = `import { GapError, JudgmentError } from '${name}'; import * as door from '${name}/client';
    import { createRequire } from 'node:module'; const common = createRequire(import.meta.url)('${name}');
    const error = new common.GapError('gone', { code: 'gap', status: null });
    console.log(GapError === door.GapError, error instanceof GapError, error instanceof JudgmentError)`;
  expect(await installed.run('same.mjs', same)).toBe('true true true');
});

it('a bundler for browsers takes the door ./client whole, without anything of Node [SDK-08]', async () => {
  const entry = installed.write('page.js', `export { JudgmentClient } from '${name}/client';`);
  const bundled = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'browser',
    metafile: true,
  });
  const inputs = Object.keys(bundled.metafile.inputs).filter((file) => file.includes('node_modules'));
  expect(inputs.map((file) => file.replace(/.*\/sdk\//, ''))).toEqual(['client.mjs']);
  expect(bundled.outputFiles[0]?.text).not.toContain('node:');
});

it.each(['esm', 'cjs'] as const)('bundled for Node as %s by esbuild it runs [SDK-08]', async (format) => {
  const server = new FaultServer();
  try {
    const env = { JUDGMENT_BASE_URL: await server.start(), JUDGMENT_API_KEY: 'jk_1' };
    server.play(json(200, { id: 'job_1', status: 'done' }));
    const entry = installed.write(
      `bundle-${format}.js`,
      `import { JudgmentClient, verifyWebhook } from '${name}';
       new JudgmentClient().jobs.get('job_1').then(({ status }) => console.log(status, typeof verifyWebhook));`,
    );
    const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, platform: 'node', format });
    const file = `bundled-${format}.${format === 'esm' ? 'mjs' : 'cjs'}`;
    expect(await installed.run(file, outputFiles[0]?.text ?? '', env)).toBe('done function');
  } finally {
    await server.stop();
  }
});

it('is a package as the registry wants it [SDK-08]', async () => {
  // An ES module alone, which jest cannot load.
  const linter = join(__dirname, '../../../node_modules/publint/src/index-node.js');
  const lint = `import { publint } from ${JSON.stringify(linter)};
    const { messages } = await publint({ pkgDir: ${JSON.stringify(installed.place)}, pack: false });
    console.log(JSON.stringify(messages))`;
  expect(JSON.parse(await installed.run('lint.mjs', lint))).toEqual([]);
});

/** A user's program. Each `@ts-expect-error` is itself an error where the compiler accepts the line below it. */
const program = (door: string) => `
import { JudgmentClient, JudgmentError, type Schema } from '${name}${door}';

const later: Schema<'JobView'>['status'] = 'a_status_of_a_later_version';
const t1 = new JudgmentClient({ baseUrl: 'https://judge.example.com/v1', apiKey: 'jk_1' }).namespace('a');
// @ts-expect-error a member that the API does not know
export const unknown = () => t1.judgments.create({ name: 'late', type: 'bool', question: 'Late?', contxt: {} });
// @ts-expect-error an option that a bulk write cannot honour
export const bulk = () => t1.documents.bulk([], { idempotencyKey: 'nightly' });
// @ts-expect-error the values of today do not close the type: a switch needs a default
export function told(status: Schema<'JobView'>['status']): string {
  switch (status) {
    case 'queued': return 'waits';
    case 'running': return 'runs';
    case 'done': return 'is done';
    case 'failed': return 'failed';
    case 'canceled': return 'was ended';
  }
}
export const code = (error: unknown): string => (error instanceof JudgmentError ? error.code : later);
`;

it('compiles for both kinds of module, for bundlers and for pages without Node [SDK-05] [VER-03]', async () => {
  const receiver = `import { verifyWebhook, type WebhookEvent } from '${name}/webhooks';
    export const read = (payload: string): WebhookEvent => verifyWebhook({ payload, headers: {}, secret: 's' });`;
  const files = {
    'user.mts': program(''),
    'user.cts': program(''),
    'receiver.mts': receiver,
    'typed.mts': typedProgram,
  };
  const node = ['--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
  const page = ['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2022', '--lib', 'es2023,dom'];
  const found = await Promise.all([
    installed.compile(files, node),
    installed.compile({ 'page.ts': program('/client') }, page),
  ]);
  expect(found).toEqual(['', '']);
}, 60_000);

it('reads values and members of a later version at run time [SDK-05] [VER-03]', async () => {
  const server = new FaultServer();
  try {
    const env = { JUDGMENT_BASE_URL: await server.start(), JUDGMENT_API_KEY: 'jk_1' };
    server.play(json(200, { id: 'job_1', status: 'a_later_status', a_later_member: { n: 1 } }));
    const read = `import { JudgmentClient } from '${name}';
      console.log(JSON.stringify(await new JudgmentClient().jobs.get('job_1')))`;
    expect(JSON.parse(await installed.run('later.mjs', read, env))).toMatchObject({
      status: 'a_later_status',
      a_later_member: { n: 1 },
    });
  } finally {
    await server.stop();
  }
});
