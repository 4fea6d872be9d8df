import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { RowError } from './row.check';

/** Something wrong at one line of one file, told and passed over. */
export interface LineProblem {
  file: string;
  line: number;
  message: string;
}

export interface Numbered<Row> {
  line: number;
  row: Row;
}

/**
 * The rows of a JSON-lines file, one at a time, so that memory does not grow with the file.
 * Lines that do not parse go to `onProblem` and are left out; empty lines are passed over.
 */
export async function* readRows<Row>(
  path: string,
  file: string,
  parse: (line: string) => Row,
  onProblem: (problem: LineProblem) => void,
): AsyncGenerator<Numbered<Row>> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity });
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() === '') continue;
    let row: Row;
    try {
      row = parse(text);
    } catch (thrown) {
      if (!(thrown instanceof RowError)) throw thrown;
      onProblem({ file, line, message: thrown.message });
      continue;
    }
    yield { line, row };
  }
}
