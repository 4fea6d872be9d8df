import { readFileSync } from 'node:fs';
import { workspaceRoot } from '../workspace';
import { readDefects, renderDefects, untestedOf } from './defect-page';
import { defectBracket, defectsPage } from './defects';
import { filesById, idsIn } from './requirements';

// Put together here, since the ids in this file's own texts would count as titles.
const titled = (ids: string) => `it('mends it [${ids}]', f)`;
const named = (ids: string) => titled(`defect ${ids}`);

describe('ids of defects', () => {
  it('are read from titles, alone or several at once', () => {
    const ids = (source: string) => idsIn(source, defectBracket);
    expect(ids(named('S-H1'))).toEqual(['S-H1']);
    expect(ids(named('J-1, E-L22'))).toEqual(['J-1', 'E-L22']);
    expect(ids(titled('T08'))).toEqual(['T08']);
    expect(ids(titled('I5'))).toEqual(['I5']);
    expect(ids(titled('THR-04') + titled('J-1'))).toEqual([]);
    expect(ids('// [defect' + ' S-H1]')).toEqual([]);
  });
});

const page = [
  '# Defects',
  '',
  '- **S-H1** It grew.',
  '- **W-H3** It grew too. (same as S-H1)',
  '- **J-14** Nobody said so. (planned: engine)',
  '- **T08** It goes on.',
  '',
].join('\n');

describe('the page of defects', () => {
  const files = new Map([['W-H3', ['libs/b.spec.ts', 'libs/a.spec.ts']]]);

  it('is read as ids, sentences and reasons', () => {
    expect(readDefects(page).map(({ id, sameAs, untested }) => [id, sameAs, untested])).toEqual([
      ['S-H1', undefined, undefined],
      ['W-H3', 'S-H1', undefined],
      ['J-14', undefined, 'planned: engine'],
      ['T08', undefined, undefined],
    ]);
  });

  it('gets the files of tests, which count for both ids of one defect', () => {
    const both = '  `libs/a.spec.ts`, `libs/b.spec.ts`';
    const lines = page.split('\n');
    const written = [...lines.slice(0, 3), both, lines[3], both, lines[4], lines[5], '  No test yet.', ''].join('\n');
    expect(renderDefects(page, files)).toBe(written);
    expect(renderDefects(written, files)).toBe(written);
    expect(renderDefects(written, new Map())).not.toContain('libs/');
  });

  it('lists what needs a test and has none', () => {
    expect(untestedOf(readDefects(page), files).map(({ id }) => id)).toEqual(['T08']);
  });

  it('of this project says what the titles say (else: npm run defects -- --write)', () => {
    const text = readFileSync(defectsPage, 'utf8');
    const titles = filesById(workspaceRoot, defectBracket);
    expect(renderDefects(text, titles)).toBe(text);
    const ids = readDefects(text).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...titles.keys()].filter((id) => !ids.includes(id))).toEqual([]);
  });
});
