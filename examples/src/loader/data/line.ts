import { FileFault, readFile } from '@app/file-reader';
import { Problem } from '@app/problem';
import { createReadStream } from 'node:fs';
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
 * The rows of a JSON-lines file in UTF-8, one at a time, so that memory does not grow with the file.
 * Lines that do not parse, or whose numbers would be rounded, go to `onProblem` and are left out; empty lines are passed over.
 * @throws Problem `invalid_request` for a file that holds no text
 */
export async function* readRows<Row>(
  path: string,
  file: string,
  parse: (fields: Record<string, unknown>) => Row,
  onProblem: (problem: LineProblem) => void,
): AsyncGenerator<Numbered<Row>> {
  const records = readFile(createReadStream(path), { format: 'jsonl', encoding: 'utf-8' });
  try {
    for await (const record of records) {
      const { line } = record;
      if (record.kind === 'refusal') {
        onProblem({ file, line, message: record.message });
        continue;
      }
      const row = readRow(() => parse(record.fields));
      if (row instanceof RowError) onProblem({ file, line, message: row.message });
      else yield { line, row };
    }
  } catch (thrown) {
    if (!(thrown instanceof FileFault)) throw thrown;
    throw new Problem('invalid_request', `${file}: ${thrown.message}`, {}, { cause: thrown });
  }
}

function readRow<Row>(parse: () => Row): Row | RowError {
  try {
    return parse();
  } catch (thrown) {
    if (thrown instanceof RowError) return thrown;
    throw thrown;
  }
}
