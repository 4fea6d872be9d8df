import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tells how large the heap of the process may become, and that of a thread. */
const code = `
const { getHeapStatistics } = require('node:v8');
const { Worker } = require('node:worker_threads');
module.exports = {};
const thread = "require('node:worker_threads').parentPort.postMessage(require('node:v8').getHeapStatistics().heap_size_limit)";
new Worker(thread, { eval: true }).once('message', (ofThread) => console.log(getHeapStatistics().heap_size_limit, ofThread));
`;
/** Tells whether V8 refused the code that lay there. */
const spy = `
const vm = require('node:vm');
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    if (options.cachedData) console.log(this.cachedDataRejected);
  }
};
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'compiled-'));
  writeFileSync(join(folder, 'code.js'), code);
  writeFileSync(join(folder, 'spy.cjs'), spy);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(file: string, args: string[], options = ''): string[] {
  const env = { ...process.env, NODE_OPTIONS: options };
  const before = ['--require', join(folder, 'spy.cjs')];
  return execFileSync(process.execPath, [...before, join(folder, file), ...args], { env, encoding: 'utf8' })
    .trim()
    .split('\n');
}

it.each(['compiled', 'packages'])(
  'code of the build is taken by a process whose heap has another size, which it keeps, as its threads do: %s/load.cjs',
  (kind) => {
    copyFileSync(join(__dirname, '..', kind, 'load.cjs'), join(folder, 'main.js'));
    run('main.js', ['compile']);
    const sizes = '--max-old-space-size=300 --max-semi-space-size=32';
    expect(run('main.js', [], sizes)).toEqual(['false', ...run('code.js', [], sizes)]);
  },
);
