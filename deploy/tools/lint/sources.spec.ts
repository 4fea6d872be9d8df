import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { workspaceRoot } from '../workspace';

// What oxlint has no rule for is looked for here.

const notOurs = ['node_modules', 'dist', 'coverage', 'fixtures'];

function sourcesIn(folder: string, extension: RegExp): string[] {
  return readdirSync(join(workspaceRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return extension.test(entry.name) ? [path] : [];
    return entry.isDirectory() && !entry.name.startsWith('.') && !notOurs.includes(entry.name)
      ? sourcesIn(path, extension)
      : [];
  });
}

const textOf = (file: string) => readFileSync(join(workspaceRoot, file), 'utf8');
const setsHtml = (text: string) => /innerHTML|outerHTML|insertAdjacentHTML/i.test(text);

/** An array in the place of a key, also within the lists of keys that a change concerns. */
const writesKey = (text: string) =>
  /\b(?:queryKey|concerns)\s*[:=]\s*\{?\s*\[\s*(?:\[|['"`])|Query(?:Data|State|Defaults)(?:<.*?>)?\(\s*\[/.test(text);

/** What a key press is, looked at outside the one place that knows input methods, layouts and keys that are held down. */
const readsPress = (text: string) => /\bisComposing\b|\bkeyCode\b|\bevent\.(?:nativeEvent\.)?(?:key|code)\b/.test(text);

/** @returns why a strict engine refuses the script, if it does */
function refusalOf(script: string): string | undefined {
  try {
    new Script(`(function () { 'use strict';\n${script}\n})`);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

describe('text of documents is shown as text', () => {
  it.each([
    '<p dangerouslySetInnerHTML={{ __html: text }} />',
    'const props = { dangerouslySetInnerHTML: { __html: text } };',
    'element.innerHTML = text;',
  ])('finds %s', (code) => {
    expect(setsHtml(code)).toBe(true);
  });

  it('no page sets HTML', () => {
    const pages = sourcesIn('clients/dashboard', /\.tsx?$/);
    expect(pages.length).toBeGreaterThan(100);
    expect(pages.filter((file) => setsHtml(textOf(file)))).toEqual([]);
  });
});

describe('keys of what pages read', () => {
  it.each([
    "useQuery({ queryKey: ['judgments', ns] })",
    "useChange(save, { concerns: [['documents', ns]] })",
    '<Ask concerns={[[`documents`, ns]]} />',
    "queries.setQueryData<Found>(['session'], null)",
  ])('finds %s', (code) => {
    expect(writesKey(code)).toBe(true);
  });

  it.each(['useQuery({ queryKey: keys.judgments.of(ns) })', 'useChange(save, { concerns: [keys.documents.in(ns)] })'])(
    'lets %s pass',
    (code) => {
      expect(writesKey(code)).toBe(false);
    },
  );

  it('all stand in one place, so that no two shapes share one [DASH-06]', () => {
    const pages = sourcesIn('clients/dashboard/src', /\.tsx?$/);
    expect(pages.filter((file) => writesKey(textOf(file)))).toEqual([]);
  });
});

describe('key presses', () => {
  it.each(["if (event.key === 'Enter') save();", 'saidBy(event.nativeEvent.code)', 'if (event.isComposing) return;'])(
    'finds %s',
    (code) => {
      expect(readsPress(code)).toBe(true);
    },
  );

  it('are read in one place [DASH-06]', () => {
    const pages = sourcesIn('clients/dashboard/src', /\.tsx?$/);
    const isReader = (file: string) => /\bkeys\/key-press(\.spec)?\.ts$/.test(file);
    expect(pages.filter((file) => !isReader(file) && readsPress(textOf(file)))).toEqual([]);
  });
});

describe('scripts that are no modules', () => {
  it.each([
    ['an octal number', 'f(010);', 'Octal literals are not allowed'],
    ['two parameters of one name', 'function f(a, a) { return a; }', 'Duplicate parameter name'],
  ])('%s is refused', (_, code, why) => {
    expect(refusalOf(code)).toContain(why);
  });

  it('each of them could be strict', () => {
    const scripts = sourcesIn('.', /\.cjs$/);
    expect(scripts.length).toBeGreaterThan(10);
    expect(scripts.filter((file) => refusalOf(textOf(file)))).toEqual([]);
  });
});
