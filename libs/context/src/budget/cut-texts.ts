import type { Entry, TextValue } from '../rendering/layout';
import { cutMark } from '../rendering/format-1';
import { printScalar } from '../rendering/scalar';
import { lengthOfTokens } from '../token/token-count';
import type { CutList } from './cut';
import { type Sheet, costOf } from './sheet';

/** A text's entry is not cut below this many tokens, since the rest would be meaningless; `fit` drops fields instead. */
const minTextTokens = 24;

/** Cuts the longest texts to one length, as long as the limit allows, so that shorter texts stay whole. */
export function cutTexts(sheet: Sheet, cuts: CutList): void {
  const kept = sheet.keptIndexes();
  const isText = (index: number): boolean => sheet.entries[index].text !== undefined;
  let rest = 0;
  for (const index of kept) {
    if (!isText(index)) rest += sheet.cost(index);
    // The other values alone exceed the limit: cut texts as far as possible, and then `fit` drops fields.
    if (rest > sheet.limit) break;
  }
  const texts = kept.filter(isText);
  const level = Math.max(
    minTextTokens,
    levelOf(
      texts.map((index) => sheet.cost(index)),
      sheet.limit - rest,
    ),
  );
  for (const index of texts.filter((candidate) => sheet.cost(candidate) > level)) {
    const { value, path } = sheet.entries[index].text as TextValue;
    const { entry, length } = shortened(sheet.entries[index].text as TextValue, level);
    sheet.replace(index, entry);
    cuts.add(path, 'text_tail', value.length - length);
  }
}

/** The greatest integer level with `sum(min(cost, level)) <= limit`; below 0 when there is none. */
function levelOf(costs: readonly number[], limit: number): number {
  let left = limit;
  const rising = [...costs].sort((a, b) => a - b);
  for (const [index, cost] of rising.entries()) {
    const level = Math.floor(left / (rising.length - index));
    if (cost > level) return level;
    left -= cost;
  }
  return Infinity;
}

/** The longest start of a text, in whole words, whose entry costs at most `level` tokens. */
function shortened(text: TextValue, level: number): { entry: Entry; length: number } {
  let wanted = level;
  for (;;) {
    const length = wanted > 0 ? lengthOfTokens(text.value, wanted) : 0;
    const lines = printScalar(text.value.slice(0, length) + cutMark, text.lead, text.indent);
    const cost = costOf(lines, Infinity);
    if (cost <= level || wanted <= 0) return { entry: { path: text.path, lines, isLabel: false }, length };
    // Quotes and escapes make the printed text longer than the text itself, so reduce the length in proportion.
    wanted = Math.min(wanted - 1, Math.floor((wanted * level) / cost));
  }
}
