import { Bag, Features, hashText } from './bag';
import { ContextValue, contextValues } from './context-lines';
import { addText } from './text';

/** Characters of a text that are read; 32,000 tokens, the most that a context may have, are seldom more. */
const maxCharacters = 131_072;
/** Distinct features of a text. */
const maxFeatures = 4_096;
/** A text of at most so many characters is also a value of its field, such as `team1: Broncos`. */
const maxValueLength = 40;
const timestamp = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):\d\d|$)/;

/**
 * The features of a context: words, their beginnings and neighbouring pairs, short values under the name of their field, numbers in
 * logarithmic steps, and the parts of dates. A longer text than 131,072 characters is cut there, and of one with more than
 * 4,096 features the first count, so a text of any length takes a bounded time.
 *
 * Another hash, step or bound makes stored heads worthless: then `featuresVersion` must change.
 */
export function hashFeatures(context: string): Features {
  const bag = new Bag(maxFeatures);
  for (const value of contextValues(context.slice(0, maxCharacters))) addValue(value, bag);
  return bag.features();
}

/** Names what {@link hashFeatures} makes; heads that were trained on another version are not read. */
export const featuresVersion = 2;

function addValue({ path, value }: ContextValue, bag: Bag): void {
  const field = hashText(`${path}=`);
  if (typeof value === 'number') return addNumber(value, field, bag);
  if (typeof value !== 'string') return bag.add(hashText(String(value), field));
  const time = timestamp.exec(value);
  if (time) return addTime(time, field, bag);
  if (value.length <= maxValueLength && path !== '') bag.add(hashText(value.toLowerCase(), field));
  addText(value, bag);
}

/**
 * A number by sign and power of two, once in whole and once in half steps, so that near numbers share a feature; one of at
 * most 1, such as a share, also by its tenth.
 */
function addNumber(value: number, field: number, bag: Bag): void {
  const size = Math.abs(value);
  if (size <= 1) bag.add(hashText(`t${Math.floor(10 * value)}`, field));
  if (size === 0) return;
  const sign = value < 0 ? '-' : '+';
  const power = Math.log2(size);
  bag.add(hashText(`${sign}${Math.floor(power)}`, field));
  bag.add(hashText(`${sign}${Math.floor(2 * power)}/2`, field));
}

/** Month, day of the week and hour. The year and the day of the month would say only which of the labels it is. */
function addTime([, year, month, day, hour]: RegExpExecArray, field: number, bag: Bag): void {
  bag.add(hashText(`m${month}`, field));
  bag.add(hashText(`d${new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDay()}`, field));
  if (hour !== undefined) bag.add(hashText(`h${hour}`, field));
}
