import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';
import { GoneShown, goneShownIn, isShown } from './shown-text';
import { sourceFiles } from './tree';

const list = JSON.parse(readFileSync(join(workspaceRoot, 'docs/gone-words.json'), 'utf8')) as { shown: GoneShown[] };

describe('words that people do not know from other products', () => {
  it('stand in no text of the pages, the report and the command line [DASH-06]', () => {
    const files = sourceFiles(workspaceRoot, ['ts', 'tsx']).filter(({ path }) => isShown(path));
    expect(files.length).toBeGreaterThan(400);
    expect(files.flatMap((file) => goneShownIn(file, list.shown))).toEqual([]);
  });

  it('are listed once, each with what takes its place and why', () => {
    expect(new Set(list.shown.map(({ word }) => word)).size).toBe(list.shown.length);
    expect(list.shown.filter(({ instead, why }) => !instead || !why)).toEqual([]);
  });
});

describe('a word that is gone from texts', () => {
  const planted: GoneShown[] = [
    { word: 'pick me', instead: 'Select', why: 'planted' },
    { word: 'Brew', instead: 'Create', why: 'planted', at: 'start' },
    { word: 'one of', instead: 'Choice', why: 'planted', at: 'whole' },
  ];
  const foundIn = (text: string) => goneShownIn({ path: 'a.tsx', text }, planted);

  it('is found with its line and what to write', () => {
    expect(foundIn('\nconst a = <b>Brew tea</b>;')).toEqual(['a.tsx:2 "Brew": Create']);
  });

  it.each([
    'const a = <b>Do pick\n  me now</b>;',
    'const a = <b title="Pick me" />;',
    'const a = `you ${b} pick me`;',
    "const a = ['one of'];",
    "const a = 'Brew';",
  ])('is found in what is shown: %s', (text) => expect(foundIn(text)).toHaveLength(1));

  it.each([
    '// pick me',
    'const pick = me;',
    "import a from 'pick me';",
    "type A = 'one of';",
    "const a = 'one of them';",
    "const a = 'I Brew tea';",
    "const a = 'Brewery';",
  ])('is not found in what nobody is shown, or is another word: %s', (text) => expect(foundIn(text)).toEqual([]));
});
