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
  for (const folder of [
    'deploy/local',
    'deploy/tools',
    'libs/servers/plain',
    'libs/testing/src/jest',
    'libs/testing/src/machine',
  ])
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
    const alias = /\boperator (\w+)$/.exec(scripts[name])?.[1];
    const ran = alias === undefined ? name : `operator -- ${alias}`;
    const call = ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${ran}`;
    expect(stdout).toMatch(new RegExp(`^Usage: (npm.*\\n {7})*${call}.*\\n(.+\\n)*\\n[A-Z].{15,}`));
    expect(stdout).toMatch(/^ {2}-h, --help +display help/m);
    expect(stdout).toMatch(new RegExp(`^Examples?:\\n( {2}np.*\\n)* {2}${call}`, 'm'));
    if (alias !== undefined) expect(stdout).toContain(`\`npm run ${alias} -- ...\` does the same in version 0.1`);
    expect(readdirSync(checkout)).toEqual(before);
  });

  it('is understood behind other words, and as -h', () => {
    const help = run('operator', 'keys', 'create', '--help').stdout;
    for (const words of ['create --org acme -h', 'help create'])
      expect(run('keys', ...words.split(' ')).stdout).toBe(help);
    expect(help.split('\n').filter((line) => line.length > 130)).toEqual([]);
  });

  it('lists the nouns of the operator, the verbs of each, and the options of a verb', () => {
    expect(run('operator', '--help').stdout).toMatch(/^ {2}org .*\n[^]*^ {2}dead .*\n[^]*^ {2}extension /m);
    expect(run('operator', 'keys', '--help').stdout).toMatch(/^ {2}create .*\n {2}list .*\n {2}revoke /m);
    expect(run('operator', 'keys', 'create', '--help').stdout).toMatch(/^ {2}--org <name> .*\n {2}--role /m);
  });
});
