import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';

const { scripts } = JSON.parse(readFileSync(join(workspaceRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** Scripts whose help is that of a package's program. */
const ofPackages = /^(build|lint(:.*)?|format|typecheck|types(:.*)?|judgment)$/;
const own = Object.keys(scripts).filter((name) => !ofPackages.test(name));

/** A checkout as it is before `npm ci`: whatever a help needs beside these files it would have to install or build. */
let checkout: string;
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'judgment-help-'));
  for (const folder of ['deploy/local', 'deploy/tools', 'libs/servers/plain', 'libs/testing/src/jest'])
    cpSync(join(workspaceRoot, folder), join(checkout, folder), { recursive: true });
  cpSync(join(workspaceRoot, 'package.json'), join(checkout, 'package.json'));
  cpSync(join(workspaceRoot, 'package-lock.json'), join(checkout, 'package-lock.json'));
});
afterAll(() => rmSync(checkout, { recursive: true }));

function run(name: string, ...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const [program, ...words] = scripts[name].split(' ');
  if (program !== 'node') throw new Error(`${name} runs ${program}`);
  return spawnSync(process.execPath, [...words, ...args], { cwd: checkout, encoding: 'utf8', timeout: 20_000 });
}

describe('--help', () => {
  it.each(own)('of %s prints what it does, its options and an example, and does nothing else', (name) => {
    const before = readdirSync(checkout);
    const { status, stdout, stderr } = run(name, '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const call = ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`;
    expect(stdout).toMatch(/^[A-Z].{30,}/);
    expect(stdout).toMatch(/^ {2}-h, --help +Prints this text/m);
    expect(stdout).toMatch(new RegExp(`^Use:\\n( {2}npm.*\\n)* {2}${call}`, 'm'));
    expect(stdout).toMatch(new RegExp(`^Examples?:\\n( {2}np.*\\n)* {2}${call}`, 'm'));
    expect(readdirSync(checkout)).toEqual(before);
  });

  it('is understood behind other words, and as -h', () => {
    const help = run('keys', '--help').stdout;
    expect(run('keys', 'create', '--org', 'acme', '-h').stdout).toBe(help);
    expect(help.split('\n').filter((line) => line.length > 130)).toEqual([]);
  });

  /** Where a table of commands declares an option. */
  const inTable = /'--[a-z][a-z-]+/g;

  // The help is a text of its own, because the services that read the words are not built yet when it is printed.
  it.each([
    ['org', 'apps/gateway/src/operator/table/{organization,member,provider,organization-option}.ts', inTable],
    ['keys', 'apps/gateway/src/operator/table/{key,organization-option}.ts', inTable],
    ['limits', 'apps/gateway/src/operator/table/{limits,organization-option}.ts', inTable],
    ['mails', 'apps/gateway/src/operator/table/mail.ts', inTable],
    ['explain', 'apps/gateway/src/operator/table/{explain,organization-option}.ts', inTable],
    ['dead', 'libs/boot/src/{dead/dead-order,service-option}.ts', inTable],
    ['keyring', 'libs/boot/src/service-option.ts', inTable],
    ['extension', 'deploy/local/src/extension/order.ts', inTable],
    ['example', 'examples/src/main.ts', /Usage: .*/g],
    ['start', 'deploy/local/src/start/options.ts', /use: .*/g],
    ['bench', 'bench/src/options.ts', /use: .*/g],
  ])('of %s names the options that its reader knows', (name, file, lines) => {
    const usage = (textOf(file).match(lines) ?? []).join('\n');
    const known = [...new Set(usage.match(/--[a-z][a-z-]+/g))].sort();
    expect(known).not.toEqual([]);
    const shown = [...new Set(run(name, '--help').stdout.match(/--[a-z][a-z-]+/g))].filter((one) => one !== '--help');
    expect(shown.sort()).toEqual(known);
  });
});

/** @param files a path, or paths that differ in a part `{one,other}` */
function textOf(files: string): string {
  const [before, parts, after] = files.split(/[{}]/);
  const paths = parts === undefined ? [files] : parts.split(',').map((part) => `${before}${part}${after}`);
  return paths.map((path) => readFileSync(join(workspaceRoot, path), 'utf8')).join('\n');
}
