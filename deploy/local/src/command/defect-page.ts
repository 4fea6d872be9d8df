/** A line of docs/defects.md: an id, what was wrong, and why no test of its own is needed where none is. */
export interface Defect {
  id: string;
  sentence: string;
  /** The id under which the same defect has its test. */
  sameAs?: string;
  /** Why it has no test: answered by a decision, or planned. */
  untested?: string;
}

const line = /^- \*\*([A-Z]+-?[A-Z]?\d+)\*\* (.*)$/;
const note = /\((?:same as ([A-Z]-[A-Z]?\d+)|((?:decision|planned)\b[^)]*))\)$/;
const none = '  No test yet.';

/** The lines of the page that name a defect, in their order. */
export function readDefects(page: string): Defect[] {
  return page.split('\n').flatMap((text) => {
    const [, id, sentence] = line.exec(text) ?? [];
    if (id === undefined || sentence === undefined) return [];
    const [, sameAs, untested] = note.exec(sentence) ?? [];
    return [{ id, sentence, ...(sameAs && { sameAs }), ...(untested && { untested }) }];
  });
}

/** The files that show a defect, under its own id or under the one of the same defect. */
export function filesOf(
  defect: Pick<Defect, 'id' | 'sameAs'>,
  all: readonly Defect[],
  files: ReadonlyMap<string, readonly string[]>,
): string[] {
  const ids = [defect.id, defect.sameAs, ...all.filter(({ sameAs }) => sameAs === defect.id).map(({ id }) => id)];
  return [...new Set(ids.flatMap((id) => (id === undefined ? [] : (files.get(id) ?? []))))].sort();
}

/** The defects that need a test and have none. */
export function untestedOf(all: readonly Defect[], files: ReadonlyMap<string, readonly string[]>): Defect[] {
  return all.filter((defect) => !defect.untested && filesOf(defect, all, files).length === 0);
}

/** The page with the files of tests beneath each line; the sentences stay as they are. */
export function renderDefects(page: string, files: ReadonlyMap<string, readonly string[]>): string {
  const all = readDefects(page);
  const byId = new Map(all.map((defect) => [defect.id, defect]));
  const lines = page.split('\n').filter((text) => text !== none && !/^ {2}(`[^`]+`(, |,$)?)+$/.test(text));
  return lines
    .flatMap((text) => {
      const defect = byId.get(line.exec(text)?.[1] ?? '');
      if (!defect) return [text];
      const paths = filesOf(defect, all, files);
      if (paths.length > 0) return [text, ...linesOf(paths)];
      return defect.untested ? [text] : [text, none];
    })
    .join('\n');
}

const longestLine = 160;

/** Paths in lines of a readable length, each line but the last with a comma at its end. */
function linesOf(paths: readonly string[]): string[] {
  const lines: string[] = [];
  for (const [index, path] of paths.entries()) {
    const part = `\`${path}\`${index < paths.length - 1 ? ',' : ''}`;
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + part.length <= longestLine) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(`  ${part}`);
  }
  return lines;
}
