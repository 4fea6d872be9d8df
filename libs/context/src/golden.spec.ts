import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compileContext, type CompiledContext, type ContextInput } from './compile-context';

const folder = join(__dirname, '../fixtures');
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []));

interface Golden {
  input: Omit<ContextInput, 'nowMs'> & { now: string };
  expected: Omit<CompiledContext, 'text' | 'readHash'>;
}

describe('golden contexts of format 1', () => {
  it('cover every construct', () => expect(names.length).toBeGreaterThanOrEqual(15));

  it.each(names)('%s [CTX-15]', (name) => {
    const { input, expected } = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Golden;
    const nowMs = Date.parse(input.now);
    const { text, readHash, ...rest } = compileContext({ ...input, nowMs });
    expect(text).toBe(readFileSync(join(folder, `${name}.txt`), 'utf8'));
    expect(rest).toEqual(expected);
    expect(readHash).toBe(compileContext({ ...input, nowMs, previous: null }).hash);
  });
});
