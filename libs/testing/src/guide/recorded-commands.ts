import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A program that a block calls, with its words as the shell passes them on. */
export interface CalledProgram {
  name: string;
  words: string[];
  /** `ENGINES` as it stood at the call; empty where it was not set. */
  engines: string;
}

/** What guides may call; of these only `cat` is run. */
const programs = ['base64', 'curl', 'judgment', 'npm', 'od', 'ollama', 'openssl', 'pip', 'tr'];
const [endOfWord, endOfCall] = ['\u001f', '\u001e'];

const recorder = `#!/bin/sh
{ printf '%s\\037' "\${0##*/}" "$ENGINES" "$@"; printf '\\036'; } >>"$RECORD"
`;

/**
 * Which programs shell code calls, found by running it with programs in their place that only write down their words.
 * @throws Error where the code is no shell code, or calls a program that guides do not use
 */
export function calledPrograms(code: string): CalledProgram[] {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  try {
    const [bin, work, record] = ['bin', 'work', 'record'].map((name) => join(folder, name)) as [string, string, string];
    for (const place of [bin, work]) mkdirSync(place);
    writeFileSync(join(bin, 'recorder'), recorder);
    chmodSync(join(bin, 'recorder'), 0o755);
    for (const name of programs) symlinkSync('recorder', join(bin, name));
    symlinkSync('/bin/cat', join(bin, 'cat'));
    writeFileSync(join(work, 'body.json'), '{}');
    const env = { PATH: bin, RECORD: record, BASE: 'http://guide.test/v1', KEY: 'jk_guide' };
    const { status, stderr } = spawnSync('/bin/bash', ['-e', '-c', code], { cwd: work, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr || `it ended with ${status}`);
    if (!existsSync(record)) return [];
    return readFileSync(record, 'utf8')
      .split(endOfCall)
      .slice(0, -1)
      .map((call) => {
        const [name = '', engines = '', ...words] = call.split(endOfWord).slice(0, -1);
        return { name, words, engines };
      });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
