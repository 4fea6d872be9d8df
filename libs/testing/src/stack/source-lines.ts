import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join } from 'node:path';

type Payload = ConstructorParameters<typeof SourceMap>[0];

/** The testing bundle's own code, in the stack of an error. */
const place = /\S*\/code\.js:(\d+):(\d+)/g;

/**
 * The processes of a stack read no source map, which each would do at its start: their stacks name lines of the bundle.
 * @param bundle path of its main.js; one without a map leaves the text as it is
 * @returns the text with the lines of sources in their place
 */
export function withSourceLines(text: string, bundle: string): string {
  const path = join(dirname(bundle), 'code.js.map');
  if (text.search(place) < 0 || !existsSync(path)) return text;
  const map = new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as Payload);
  return text.replace(place, (found, line: string, column: string) => {
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return found;
    return `${entry.originalSource.replace(/^(?:\.\.\/)+/, '')}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
