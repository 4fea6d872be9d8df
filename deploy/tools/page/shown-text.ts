import ts from 'typescript';
import { GoneWord } from './gone-word';
import { SourceFile } from './tree';

/** Words that no text for people may have: anywhere in any letter case, in a place of their own as they are spelt. */
export interface GoneShown extends Pick<GoneWord, 'word' | 'instead' | 'why'> {
  /** Where in a text it may not stand: at its start, as all of it, or anywhere. Left out: anywhere. */
  at?: 'start' | 'whole';
}

/** Folders whose texts people read: the pages, their charts, the report as a page, and the command line. */
export const shownFolders = [
  'clients/dashboard/src',
  'libs/charts/src',
  'apps/calibration/src/page',
  'clients/cli/src',
];

/** Whether a file holds texts for people. */
export function isShown(path: string): boolean {
  return shownFolders.some((folder) => path.startsWith(`${folder}/`)) && !path.endsWith('.spec.ts');
}

/** Gone words in the texts of a source, each with its line from 1. */
export function goneShownIn(file: SourceFile, gone: readonly GoneShown[]): string[] {
  // Most files have none of the words: only those that have one are parsed.
  const plain = file.text.replaceAll(/\s+/g, ' ').toLowerCase();
  const there = gone.filter(({ word }) => plain.includes(word.toLowerCase()));
  if (there.length === 0) return [];
  return textsOf(file).flatMap(({ line, text }) =>
    there
      .filter((entry) => patternOf(entry).test(text))
      .map(({ word, instead }) => `${file.path}:${line} "${word}": ${instead}`),
  );
}

interface Text {
  line: number;
  /** With one blank for each run of blanks and line ends. */
  text: string;
}

/** What stands between tags and in quotes, also the parts of a template; no import and no type. */
function textsOf({ path, text: source }: SourceFile): Text[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false, kind);
  const found: Text[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (
      ts.isJsxText(node) ||
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    ) {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      found.push({ line, text: node.text.replaceAll(/\s+/g, ' ').trim() });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function patternOf({ word, at }: GoneShown): RegExp {
  const phrase = word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const before = at === undefined ? '(?<![\\w$])' : '^';
  return new RegExp(`${before}${phrase}${at === 'whole' ? '[.:]?$' : '(?![\\w$])'}`, at === undefined ? 'i' : '');
}
