import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';
import { faultsOf, walksOf } from './walk';

const exists = (file: string): boolean => existsSync(join(workspaceRoot, file));

describe('the walks of docs/architecture.md', () => {
  const walks = walksOf(readFileSync(join(workspaceRoot, 'docs/architecture.md'), 'utf8'));

  it('are a write, a read and a judged answer, of at least fifteen files each', () => {
    expect([...walks.keys()]).toEqual(['A write', 'A read', 'A judged answer']);
    for (const lines of walks.values()) {
      expect(lines.filter(({ file }) => !file.endsWith('/')).length).toBeGreaterThanOrEqual(15);
      expect(lines.filter(({ file }) => file.endsWith('/')).length).toBeGreaterThanOrEqual(5);
    }
  });

  it.each([...walks])(
    '%s: each line is one file that exists, no file comes twice, each library once',
    (_name, lines) => {
      expect(faultsOf(lines, exists)).toEqual([]);
    },
  );
});

describe('a walk', () => {
  const page = (...lines: string[]): string =>
    ['## Three walks through the code', '', '### One', '', ...lines, '', '## Next', '- `a.ts` is no line of it.'].join(
      '\n',
    );
  const faultsIn = (...lines: string[]): string[] =>
    faultsOf(walksOf(page(...lines)).get('One')!, (file) => file !== 'gone.ts');

  it('is read with sentences of two lines', () => {
    const lines = walksOf(page('- `apps/a/one.ts` begins', '  it all.', '- `libs/b/two.ts` ends it.')).get('One');
    expect(lines).toEqual([
      { file: 'apps/a/one.ts', sentence: 'begins it all.' },
      { file: 'libs/b/two.ts', sentence: 'ends it.' },
    ]);
    const nested = walksOf(
      page('- `apps/a/` has files.', '  - `one.ts` begins', '    it all.', '- `libs/b/two.ts` ends it.'),
    );
    expect(nested.get('One')!.map(({ file }) => file)).toEqual(['apps/a/', 'apps/a/one.ts', 'libs/b/two.ts']);
  });

  it.each([
    [['- `gone.ts` reads.'], 'gone.ts does not exist'],
    [['- `a.ts` reads.', '- `a.ts` writes.'], 'a.ts comes twice'],
    [['- `libs/bus/a.ts` reads.', '- `libs/bus/b.ts` writes.'], 'libs/bus comes twice'],
    [['- `a.ts` reads'], 'a.ts has no sentence'],
  ])('of %j has a fault', (lines, fault) => expect(faultsIn(...lines)).toEqual([fault]));
});
