import { formatDocumentPath, parseDocumentPath, parseOptionList, readNumber, readText } from '@app/definition';
import type { Placeholder, PlaceholderValue } from '../starter/starter';

/** A text stands inside a question, so it must be short. */
const maxTextLength = 500;
/** A larger number does not print exactly. */
const maxNumber = 1e12;

/**
 * Checks a placeholder's value by its kind. A path is returned in its normalised spelling.
 * @throws Problem `invalid_request` at the value
 */
export function readValue(kind: Placeholder['kind'], value: unknown, pointer: string): PlaceholderValue {
  if (kind === 'path') return formatDocumentPath(parseDocumentPath(readText(value, pointer, 1, 1_024), pointer));
  if (kind === 'number') return readNumber(value, pointer, -maxNumber, maxNumber);
  return kind === 'text' ? readText(value, pointer, 1, maxTextLength) : parseOptionList(value, pointer);
}
