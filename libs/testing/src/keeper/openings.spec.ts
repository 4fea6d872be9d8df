import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openingsLine } from '../jest/results/openings-line.cjs';

it('a run says how many stacks it opened, and which file needed each', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openings-'));
  const path = join(folder, 'openings.jsonl');
  expect(openingsLine(path)).toBeUndefined();
  const all = [
    { keeper: '1', file: 'replicas', seconds: 23.6 },
    { keeper: '2', file: 'shared', seconds: 9.1 },
  ];
  writeFileSync(path, all.map((one) => `${JSON.stringify(one)}\n`).join(''));
  expect(openingsLine(path)).toBe('2 stacks opened: replicas 24 s, shared 9 s');
  rmSync(folder, { recursive: true });
});
