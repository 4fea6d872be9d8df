import { formatDocumentPath, parseDocumentPath, parseOptions, readNumber, readText } from '@app/definition';
import type { Placeholder, PlaceholderValue } from '../starter/starter';

/** Words inside a question: a sentence, not a page. */
const longestText = 500;
/** Beyond it a number no longer prints as it was meant. */
const largestNumber = 1e12;

/**
 * A placeholder's value, checked by its kind; a path comes back in its one spelling.
 * @throws Problem `invalid_request` at the value
 */
export function readValue(kind: Placeholder['kind'], value: unknown, pointer: string): PlaceholderValue {
  if (kind === 'path') return formatDocumentPath(parseDocumentPath(readText(value, pointer, 1, 1_024), pointer));
  if (kind === 'number') return readNumber(value, pointer, -largestNumber, largestNumber);
  return kind === 'text' ? readText(value, pointer, 1, longestText) : parseOptions(value, pointer);
}
