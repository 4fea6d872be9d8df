/** One line of a walk in docs/architecture.md: a folder (its path ends with a slash) or a file, and one sentence about it. */
export interface WalkLine {
  file: string;
  sentence: string;
}

const title = '## Three walks through the code';
/** A line that is indented names a file of the folder above it. */
const line = /^( {2})?- `([^`]+)` (.+)$/;

/** Reads the walks of a page: the lines under each `###` heading below the title, by heading. */
export function walksOf(page: string): Map<string, WalkLine[]> {
  const section = page.split(`${title}\n`)[1]?.split(/^## /m)[0] ?? '';
  const walks = section.split(/^### /m).slice(1);
  return new Map(walks.map((text) => [text.split('\n', 1)[0], linesOf(text)]));
}

/** What is wrong with a walk: files that do not exist, files that come twice, libraries that come twice. */
export function faultsOf(walk: readonly WalkLine[], exists: (file: string) => boolean): string[] {
  const libraries = walk.flatMap(({ file }) => /^libs\/[^/]+/.exec(file) ?? []);
  return [
    ...walk.filter(({ file }) => !exists(file)).map(({ file }) => `${file} does not exist`),
    ...doubles(walk.map(({ file }) => file)).map((file) => `${file} comes twice`),
    ...doubles(libraries).map((library) => `${library} comes twice`),
    ...walk.filter(({ sentence }) => !/^[a-z].*\.$/s.test(sentence)).map(({ file }) => `${file} has no sentence`),
  ];
}

function linesOf(text: string): WalkLine[] {
  // A sentence may go on in an indented line.
  const joined = text.replace(/\n(?: {2}| {4})(?=[^\s-])/g, ' ');
  let folder = '';
  return joined.split('\n').flatMap((one) => {
    const [, indent, path, sentence] = line.exec(one) ?? [];
    if (path === undefined) return [];
    if (indent) return [{ file: folder + path, sentence }];
    folder = path.endsWith('/') ? path : '';
    return [{ file: path, sentence }];
  });
}

function doubles(words: readonly string[]): string[] {
  return [...new Set(words.filter((word, index) => words.indexOf(word) < index))];
}
