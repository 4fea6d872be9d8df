import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operatorWords } from './stack';

it("an operator's command follows the word operator, but in checkouts of before that take each command by itself", () => {
  expect(operatorWords(join(__dirname, '../../..'))).toEqual(['operator']);
  const before = mkdtempSync(join(tmpdir(), 'checkout-'));
  writeFileSync(
    join(before, 'package.json'),
    JSON.stringify({ scripts: { limits: 'node deploy/local/run.mjs limits' } }),
  );
  expect(operatorWords(before)).toEqual([]);
  rmSync(before, { recursive: true });
});
