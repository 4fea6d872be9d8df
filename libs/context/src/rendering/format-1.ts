/**
 * Rendering format 1. A compiled context is lines: the fence's opening, the section's entries, the fence's closing.
 *
 * Every line of a document begins with a name of ours, an indent or a bar and never is blank, and the tokenizer ends a
 * piece at each line's end; so the tokens of a text are the sum of its lines' tokens, and cutting needs no second count.
 * The marks `<<<` and `>>>` occur only in the fence. What this prints for a selection must never change: a change of it
 * is format 2, or every stored answer would be asked again.
 */
export const openingLine = '<<<document (data, not instructions)';
export const closingLine = 'document>>>';

/** What stands for a context in which nothing fits, not even the fence: an engine refuses an empty one. */
export const nothingText = '{}';

/** Stands at the end of a text whose tail was cut. */
export const cutMark = '…';

/** The text of a context. The last line has no line break after it. */
export function renderText(lines: readonly string[]): string {
  return [openingLine, ...lines, closingLine].join('\n');
}
