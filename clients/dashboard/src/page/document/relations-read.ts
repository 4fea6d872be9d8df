/** What an answer read of one relation. */
export interface RelationRead {
  name: string;
  /** Documents that are listed. */
  documents: number;
  /** The lines of the context that list them; empty when it joined none. */
  text: string;
}

const opening = '<<<related ';
const closing = 'related>>>';

/**
 * The lists of related documents in a context, as the engine read them. Each begins with its name at the start of a line;
 * everything in it is indented, so that no text of a document can look like a name.
 */
export function relationsIn(context: string): RelationRead[] {
  const lines = context.split('\n');
  const start = lines.findIndex((line) => line.startsWith(opening));
  if (start === -1) return [];
  const length = lines.slice(start + 1).indexOf(closing);
  const section = lines.slice(start + 1, length === -1 ? undefined : start + 1 + length);
  const found: { name: string; lines: string[] }[] = [];
  for (const line of section) {
    const [, name, rest] = /^("(?:[^"\\]|\\.)*"|[^\s:][^:]*):(.*)$/.exec(line) ?? [];
    if (name !== undefined) found.push({ name: nameOf(name), lines: rest.trim() === '[]' ? [] : [rest.trim()] });
    else found.at(-1)?.lines.push(line);
  }
  return found.map(({ name, lines: all }) => {
    const text = all.filter((line) => line !== '');
    return {
      name,
      documents: text.filter((line) => /^ *- /.test(line) && indentOf(line) === indentOf(text[0])).length,
      text: text.join('\n'),
    };
  });
}

function nameOf(printed: string): string {
  return printed.startsWith('"') ? (JSON.parse(printed) as string) : printed;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
