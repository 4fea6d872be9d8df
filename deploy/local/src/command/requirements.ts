import { type Commands, type OrderReader, addExamples } from '@app/commands';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';

/** `npm run requirements`, which has no options. */
export const requirementsTable: Commands<OrderReader<void>> = (requirements) => {
  requirements.description(
    'Lists which lines of docs/requirements.md have a test, which have none, and ids in test titles that no line bears.',
  );
  addExamples(requirements, '');
};

const literal = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
const bracket = /\[([A-Z]+-\d+(?:[,\s]+[A-Z]+-\d+)*)\]/g;

/**
 * Ids that the titles of a spec claim to show, such as `[THR-04]` or `[THR-04, FRS-01]`.
 * @param form of the bracket, whose groups hold the ids
 */
export function idsIn(source: string, form = bracket): string[] {
  const found = new Set<string>();
  for (const [text] of source.matchAll(literal)) {
    for (const [, ...groups] of text.matchAll(form))
      groups.forEach((ids) => ids?.split(/[,\s]+/).forEach((id) => found.add(id)));
  }
  return [...found];
}

/** The test files whose titles name an id, by id; files in the order of their paths. @param form as of `idsIn` */
export function filesById(root: string, form = bracket): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const path of specs(root).sort()) {
    for (const id of idsIn(readFileSync(join(root, path), 'utf8'), form))
      files.set(id, [...(files.get(id) ?? []), path]);
  }
  return files;
}

/** `- **THR-04** sentence` lines of docs/requirements.md. */
export function readRequirements(page: string): Map<string, string> {
  const lines = page.matchAll(/^- \*\*([A-Z]+-\d+)\*\* (.*)$/gm);
  return new Map([...lines].map(([, id = '', sentence = '']) => [id, sentence]));
}

/** Prints which requirements have a test, which have none, and ids in titles that no requirement bears. */
export function printRequirements(): void {
  const known = readRequirements(readFileSync(join(workspaceRoot, 'docs/requirements.md'), 'utf8'));
  const files = filesById(workspaceRoot);
  const shown = [...known.keys()].filter((id) => files.has(id));
  const open = [...known].filter(([id]) => !files.has(id));
  const unknown = [...files.keys()].filter((id) => !known.has(id));
  console.log(`With a test (${shown.length}):`);
  for (const id of shown) console.log(`  ${id.padEnd(8)} ${files.get(id)?.join(', ')}`);
  console.log(`\nWithout (${open.length}):`);
  for (const [id, sentence] of open) console.log(`  ${id.padEnd(8)} ${sentence.slice(0, 110)}`);
  if (unknown.length > 0) console.log(`\nIn titles but not in docs/requirements.md: ${unknown.join(', ')}`);
  console.log(`\n${shown.length} of ${known.size} requirements have a test.`);
}

/** Specs, and the scenarios that several of them tell. */
const isTest = /\.(spec|e2e)\.ts$|^test-e2e\/scenario\/.*\.ts$/;

function specs(root: string, folder = ''): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^(node_modules|dist|\..*)$/.test(entry.name) ? [] : specs(root, path);
    return isTest.test(path) ? [path] : [];
  });
}
