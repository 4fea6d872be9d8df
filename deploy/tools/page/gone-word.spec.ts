import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';
import { GoneWords, checkedExtensions, goneWordsIn } from './gone-word';
import { sourceFiles } from './tree';

const list = JSON.parse(readFileSync(join(workspaceRoot, 'docs/gone-words.json'), 'utf8')) as GoneWords;

describe('words that are gone', () => {
  it('stand nowhere in the project', () => {
    const left = sourceFiles(workspaceRoot, checkedExtensions).flatMap((file) => goneWordsIn(file, list));
    expect(left).toEqual([]);
  });

  it('are listed once, each with what takes its place and why', () => {
    const entries = [...list.identifiers, ...list.phrases, ...list.stems];
    expect(new Set(entries.map(({ word }) => word)).size).toBe(entries.length);
    expect(entries.filter(({ instead, why }) => !instead || !why)).toEqual([]);
  });
});

describe('a gone word', () => {
  const planted: GoneWords = {
    identifiers: [
      { word: 'Quibble', instead: 'Dispute', why: 'planted' },
      { word: 'quibbled', instead: 'granted', why: 'planted', in: ['sql'] },
    ],
    stems: [{ word: 'Grumble', instead: 'Refuse', why: 'planted', but: ['isGrumble'] }],
    phrases: [{ word: 'by the by', instead: 'nothing', why: 'planted' }],
  };
  const foundIn = (text: string, path = 'a.ts') => goneWordsIn({ path, text }, planted);

  it('is found where it is planted, with its line and what to write', () => {
    expect(foundIn('const a = 1;\nnew Quibble();\n')).toEqual(['a.ts:2 "Quibble": Dispute']);
  });

  it.each(['By the by', 'by\n * the by', 'by the\n// by', 'so, by  the by.'])(
    'as a phrase is found in any case and across lines: %s',
    (text) => expect(foundIn(text)).toHaveLength(1),
  );

  it.each(['Quibbles', 'quibble', 'newQuibble', '$Quibble', 'nearby the by', 'quibbled'])(
    'is whole and as it is spelt: %s',
    (text) => expect(foundIn(text)).toEqual([]),
  );

  it.each(['class GrumbleService {}', 'const wasGrumble = 1;'])('is found as a part of an identifier: %s', (text) => {
    expect(foundIn(text)).toHaveLength(1);
  });

  it.each([
    ['class Grumbled {}', 'a.ts'],
    ['const isGrumble = 1;', 'a.ts'],
    ['class GrumbleService {}', 'a.spec.ts'],
  ])('is no part of %s in %s', (text, path) => expect(foundIn(text, path)).toEqual([]));

  it('may be gone from some kinds of files alone', () => {
    expect(foundIn('quibbled', 'a.sql')).toHaveLength(1);
  });
});
