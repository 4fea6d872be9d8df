import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from '../build/setup.mjs';
import { loadersOf } from './import-graph.mjs';
import reach from './reach.cjs';

const isSource = (file) => /\.(tsx?|cts|mjs|cjs|js)$/.test(file);
const isTest = (file) => /\.(spec|e2e)\.ts$/.test(file);
const isThere = (file) => existsSync(join(root, file));

/**
 * What a change is and can touch.
 * @param {string} since a commit; `main`: the last one that this branch has in common with main
 * @returns {Promise<{ files: string[], tests?: string[] }>} files that differ and are there; tests to run, undefined for all
 */
export async function changeSince(since) {
  const base = since === 'main' ? mergeBase() : since;
  const changed = [
    ...lines('diff', '--name-only', '--no-renames', base, '--'),
    ...lines('ls-files', '--others', '--exclude-standard'),
  ];
  const files = changed.filter(isThere);
  const sources = lines('ls-files', '--cached', '--others', '--exclude-standard').filter(isSource).filter(isThere);
  const texts = new Map(sources.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const loaders = await loadersOf(sources.filter(isTest));
  return { files, tests: reach.testsReached(changed, loaders, texts) };
}

function mergeBase() {
  const main = ['main', 'origin/main'].find((name) => git('rev-parse', '--verify', '--quiet', name).status === 0);
  if (!main) fail('This checkout has no branch "main" to compare with: name a commit, as in --changed=HEAD~3.');
  return lines('merge-base', 'HEAD', main)[0];
}

function lines(...words) {
  const { status, stdout, stderr } = git(...words);
  if (status !== 0) fail(`"git ${words.join(' ')}" failed: ${stderr.trim()}`);
  return stdout.split('\n').filter(Boolean);
}

function git(...words) {
  return spawnSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
}
