import { FileFault } from '../record/file-fault';
import type { FileFormat } from './understanding';

/**
 * The format of a file by its first characters: what begins as an array of objects or as an object is JSON whatever its name.
 * Else the name's ending tells, and a table is the rest.
 * @throws FileFault `not_a_list` for one object over several lines
 */
export function sniffFormat(head: string, name = ''): FileFormat {
  const text = head.trimStart();
  if (/^\[\s*(?:[{\]]|$)/.test(text)) return 'json';
  if (/^\{\s*(?:["}]|$)/.test(text)) {
    if (isOneObject(text)) {
      const mend = 'save the list in it alone, as an array of objects or as JSON lines, an object a line';
      throw new FileFault('not_a_list', `The file is one JSON object over several lines: ${mend}.`, 1);
    }
    return 'jsonl';
  }
  const ending = /\.(csv|tsv|tab|jsonl|ndjson|json)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === 'jsonl' || ending === 'ndjson') return 'jsonl';
  if (ending === 'json') return 'json';
  return ending === 'tsv' || ending === 'tab' ? 'tsv' : 'csv';
}

/** Whether the first line opens an object that goes on in the next, which begins no object itself. */
function isOneObject(text: string): boolean {
  const [first = '', second] = text.split(/[\r\n]+\s*/, 2);
  return second !== undefined && !first.trimEnd().endsWith('}') && !second.startsWith('{') && second !== '';
}
