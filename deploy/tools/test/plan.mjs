import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { bin, root } from '../build/setup.mjs';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
export const reports = join(root, '.state/test');
/** What the stacks of the end-to-end tests logged, and the secrets that came to be in them. */
export const logs = join(root, '.state/e2e');
export const oneByOne = '--maxWorkers=1';
/**
 * Tests on real servers also wait, so more workers than cores pay where there is memory for their servers, stacks and
 * browsers: a machine that ran four had 7 GiB in use. Four keep two cores busy for 97 % of the end-to-end files.
 */
const workersOfMemory = () => {
  const gib = totalmem() / 1024 ** 3;
  return gib > 16 ? 4 : gib > 12 ? 3 : 2;
};
const workers = `--maxWorkers=${workersOfMemory()}`;
const givenServers = ['DATABASE_URL', 'NATS_URL', 'TEST_DATABASE_URL'].some((name) => process.env[name]);

const projectOf = (file) => (/\.e2e\.ts$/.test(file) ? 'e2e' : /\.(store|bus)\.spec\.ts$/.test(file) ? 'real' : 'unit');

const jest = (projects, shareS, ...more) => ({
  name: `jest ${projects.join(' and ')}`,
  shareS,
  results: join(reports, `${projects.join('-')}.jsonl`),
  openings: projects.includes('e2e') ? join(logs, 'openings.jsonl') : undefined,
  holds: (file) => projects.includes(projectOf(file)),
  command: [bin('jest'), '--selectProjects', ...projects, ...more],
});

/** A step that is also a script of package.json, where its command stands. */
const script = (name, shareS) => {
  const [program, ...words] = scripts[name].split(' ');
  return { name, shareS, command: [program === 'node' ? process.execPath : bin(program), ...words] };
};

/** The unit specs on the image's major version of Node; the other steps run on the version at hand. */
const unitOnImageNode = () => {
  const [, major] = /^ARG NODE_MAJOR=(\d+)$/m.exec(readFileSync(join(root, 'deploy/image/Dockerfile'), 'utf8'));
  const command = ['npx', '--yes', '--package', `node@${major}`, '--', 'node', bin('jest'), '--selectProjects', 'unit'];
  return { name: `jest unit on Node ${major}`, isOnlyLong: true, command };
};

/**
 * The specs on real servers in their short forms, on the Postgres that a start fetches: version 18, which compose and the chart
 * run, where most machines of tests have an older one. Servers that the run was given are left out.
 */
const realOnPackagedPostgres = () => ({
  name: 'jest real on the packaged Postgres',
  isOnlyLong: true,
  env: { POSTGRES_PROGRAM: 'packaged', LONG: '', DATABASE_URL: '', TEST_DATABASE_URL: '' },
  command: [bin('jest'), '--selectProjects', 'real', process.env.NATS_URL ? oneByOne : workers, '--forceExit'],
});

/** The Python client: its tools come from its own lock, and nobody needs Python who does not change it. */
const pythonClient = () => ({
  name: 'python client',
  isOnlyLong: true,
  leftOut: 'NOT RUN: the tests of clients/python (types, units, wheel, scenario); "npm run test:long" runs them',
  command: [process.execPath, join(root, 'clients/python/check.mjs')],
});

const code = [script('lint:code', 9), script('lint:imports', 11), script('types:pages', 2)];
const format = [script('lint:format', 30), script('types', 10)];
const build = [
  { name: 'build', shareS: 13, command: [bin('nx'), 'run-many', '-t', 'build', '--parallel=2', '--skip-nx-cache'] },
];

/** Every check of the project. */
const wholePlan = () => [
  // Two lanes that take as long as each other: each of these programs uses one core, or little more.
  [[...code, ...build], format],
  // By itself Jest leaves a core to the one who waits for it. Some unit specs start programs, and wait for them.
  [[{ ...jest(['unit'], 85, `--maxWorkers=${availableParallelism()}`), hasSecondTry: true }]],
  [[unitOnImageNode()]],
  [[pythonClient()]],
  // One pool: the files of both in one order, so that all workers have work until the end. Each worker has servers of its
  // own and a stack of its own; on given servers specs empty the same schemas, one file at a time. A stack that did not
  // open may leave processes behind: they must not keep the run from ending.
  [[{ ...jest(['real', 'e2e'], 497, givenServers ? oneByOne : workers, '--forceExit'), hasSecondTry: true }]],
  [[realOnPackagedPostgres()]],
  [
    [
      {
        name: 'secrets in logs',
        shareS: 3,
        command: [process.execPath, join(root, 'deploy/tools/test/secrets-in-logs.mjs')],
      },
    ],
  ],
  // One round of every bench case at a small size: the figures mean nothing, but no case breaks unseen. The short form has
  // no time for it: it must end within 20 minutes anywhere.
  [
    [
      {
        name: 'bench short',
        isOnlyLong: true,
        shareS: 130,
        command: [process.execPath, join(root, 'deploy/local/run.mjs'), 'bench', '--short'],
      },
    ],
  ],
];

/** Lint and types, which are quick, and the tests that a change can touch. */
const planOfChange = (tests) => [
  [code, format],
  ...wholePlan()
    .flat(2)
    .filter((step) => step.results && !step.isOnlyLong)
    .map((step) => ({ step, own: tests.filter((file) => step.holds(file)) }))
    .filter(({ own }) => own.length > 0)
    .map(({ step, own }) => [[{ ...step, shareS: undefined, command: [...step.command, '--runTestsByPath', ...own] }]]),
];

/**
 * Each row waits for the one before; the lanes of a row run beside each other, each step by step. `shareS`: the seconds
 * that a step may take on two quiet cores; docs/testing.md says what it took when the share was set. `hasSecondTry`: it
 * waits for processes or servers on a machine that others may share. `isOnlyLong`: it is left out of the short form,
 * which prints `leftOut`.
 * @param {{ files: string[], tests?: string[] }} [change] as `changeSince` returns it; left out, or one that may touch every
 * test: all steps
 */
export const planOf = (change) => (change?.tests ? planOfChange(change.tests) : wholePlan());
