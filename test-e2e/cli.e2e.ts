import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StackClient, openLimitMs, sharedStack } from '@app/testing/stack';
import { Scenario } from './scenario/scenario';

let stack: StackClient;
let folder: string;
let judgment: string;
let base: string;

interface Ended {
  code: number;
  out: string;
  err: string;
}

/** Runs a program to its end. */
function program(file: string, args: readonly string[], options: { cwd?: string; env?: object } = {}): Promise<Ended> {
  const env = { ...process.env, ...options.env };
  return new Promise((resolve) => {
    execFile(file, args, { cwd: options.cwd, env, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    );
  });
}

const environment = (namespace: string, more: object = {}) => ({
  JUDGMENT_BASE_URL: base,
  JUDGMENT_API_KEY: stack.keys.rw,
  JUDGMENT_NAMESPACE: namespace,
  XDG_STATE_HOME: join(folder, 'state'),
  XDG_CONFIG_HOME: join(folder, 'config'),
  ...more,
});
const cli = (namespace: string, args: readonly string[], more?: object) =>
  program(judgment, args, { cwd: folder, env: environment(namespace, more) });

beforeAll(async () => {
  stack = await sharedStack();
  const [url = ''] = stack.baseUrls;
  base = url.endsWith('/v1') ? url : `${url}/v1`;
  folder = mkdtempSync(join(tmpdir(), 'judgment-cli-'));
  // As a user gets it: packed, and installed into a folder that holds nothing else, without a network.
  const [made, installed] = [join(folder, 'made'), join(folder, 'installed')];
  for (const one of [made, installed]) mkdirSync(one);
  const built = await program(process.execPath, [join(__dirname, '../clients/cli/build.mjs'), made]);
  if (built.code !== 0) throw new Error(built.err);
  await program('npm', ['pack', '--silent'], { cwd: made });
  const [archive = ''] = readdirSync(made).filter((name) => name.endsWith('.tgz'));
  const options = ['--offline', '--silent', '--no-audit', '--no-fund', '--prefix', installed];
  const { code, err } = await program('npm', ['install', ...options, join(made, archive)], { cwd: installed });
  if (code !== 0) throw new Error(err);
  judgment = join(installed, 'node_modules/.bin/judgment');
}, openLimitMs);
afterAll(async () => {
  await stack?.leave();
  if (folder) rmSync(folder, { recursive: true });
});

it('the packed command line is installed without a network and runs', async () => {
  expect(await program(judgment, ['--version'])).toEqual({ code: 0, out: '0.1.0\n', err: '' });
});

/** 300 lines: an id three times, one line with a cell too many, one without an id, one whose id the service refuses. */
function desk(): string {
  const lines = Array.from({ length: 300 }, (_, n) => `t${n},Mail,"Ticket ${n}, again"`);
  for (const n of [100, 101, 200]) lines[n] = `thrice,Chat,Wording of line ${n + 2}`;
  lines[50] = 't50,Mail,one,more';
  lines[51] = ',Mail,nobody';
  lines[250] = `${'x'.repeat(1_000)},Mail,long`;
  const file = join(folder, 'desk.csv');
  writeFileSync(file, `ticket,channel,text\n${lines.join('\n')}\n`);
  return file;
}

/** The window that the only import of this folder has come to; -1 without one. */
function windowOf(): number {
  const kept = join(folder, 'state/judgment/import');
  try {
    const [name = ''] = readdirSync(kept).filter((one) => one.endsWith('.json'));
    return (JSON.parse(readFileSync(join(kept, name), 'utf8')) as { window: number }).window;
  } catch {
    return -1;
  }
}

it('an import that is killed twice and resumed equals a clean one: documents, versions, and the lines refused [IDEM-01]', async () => {
  const options = [
    '--id',
    'ticket',
    '--attributes',
    'channel',
    '--state',
    'text',
    '--batch',
    '2',
    '--concurrency',
    '2',
  ];
  const line = ['import', desk(), ...options];
  const [killed, clean] = [new Scenario(stack, 'cli/killed'), new Scenario(stack, 'cli/clean')];
  for (const window of [4, 12]) {
    const child = spawn(judgment, line, { cwd: folder, env: { ...process.env, ...environment(killed.namespace) } });
    const exit = once(child, 'exit');
    // Often enough to see a window before the last: there are 38.
    while (windowOf() < window && child.exitCode === null) await setTimeout(5);
    child.kill('SIGKILL');
    expect(await exit).toEqual([null, 'SIGKILL']);
  }
  const resumed = await cli(killed.namespace, [...line, '--resume']);
  expect(resumed).toMatchObject({ code: 8, err: expect.stringContaining('297 written, 3 rejected') as string });
  expect(resumed.err).toContain('Goes on after line');
  const rejects = () =>
    readFileSync(join(folder, 'desk.csv.rejects.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((text) => (JSON.parse(text) as { line: number }).line);
  expect(rejects()).toEqual([52, 53, 252]);

  expect(await cli(clean.namespace, line)).toMatchObject({ code: 8 });
  expect(rejects()).toEqual([52, 53, 252]);
  const stored = async (namespace: string) => {
    const all = ['query', '--all', '--jsonl', '--limit', '1000', '--include', 'attributes,state', '--order', 'id'];
    const { out } = await cli(namespace, all);
    const lines = out.trim().split('\n');
    const documents = lines.map((text) => JSON.parse(text) as { id: string; version: number; state: object });
    const rows = documents.map(({ id, state }) => ({ id, state }));
    const versions = documents.map(({ version }) => version);
    // Each change of a document takes the next version: a row that were written twice would make the span longer.
    return { rows, span: Math.max(...versions) - Math.min(...versions) };
  };
  const found = await stored(killed.namespace);
  expect(found.rows).toHaveLength(295);
  expect(found.rows).toContainEqual({ id: 'thrice', state: { text: 'Wording of line 202' } });
  expect(found).toEqual(await stored(clean.namespace));
}, 60_000);

it("--json is the API's bytes, and each refusal has its exit code with a sentence on stderr alone", async () => {
  const t1 = new Scenario(stack, 'cli/codes');
  await t1.upsert('a/b', { text: 'Größe' }, { n: 1 });
  const at = `${base}/namespaces/${encodeURIComponent(t1.namespace)}/documents/a%2Fb`;
  const direct = await fetch(at, { headers: { authorization: `Bearer ${stack.keys.rw}` } });
  expect(await cli(t1.namespace, ['get', 'a/b', '--json'])).toEqual({
    code: 0,
    out: `${await direct.text()}\n`,
    err: '',
  });

  const body = JSON.stringify({ name: t1.namespace });
  const refused: [code: number, args: string[], more?: object][] = [
    [1, ['query', '--filter', '{"nowhere.x":1}']],
    [2, ['query', '--limit', 'many']],
    [3, ['query'], { JUDGMENT_API_KEY: `${stack.keys.rw}x` }],
    [4, ['get', 'nobody']],
    [5, ['api', 'POST', '/namespaces', '-d', body]],
  ];
  const ends = await Promise.all(refused.map(([, args, more]) => cli(t1.namespace, args, more)));
  expect(ends.map(({ code, out }) => [code, out])).toEqual(refused.map(([code]) => [code, '']));
  for (const { err } of ends) expect(err).toMatch(/^judgment: .{20,}/);
});
