import { readFields } from './field';
import { scan } from './scan';
import { type Said, Sentence } from './sentence';
import { valuesOf } from './values';

/** The content of a text, in numbers. */
export interface ReadAnswer {
  /** How often each content stem occurs. */
  counts: Map<string, number>;
  /** Number of content words. */
  size: number;
  /** Weight of each concept; below zero when it is mostly negated. */
  concepts: Map<string, number>;
  /** Mean tone in [-1, 1]; 0 when no word has a tone. */
  tone: number;
  /** Numbers and truth values, by the stems of the words of their field's name. */
  fields: Map<string, number | boolean>;
}

/** Reads a text once. Every judgment about it is arithmetic on the result. */
export function read(text: string): ReadAnswer {
  const counts = new Map<string, number>();
  const said: Said = { concepts: new Map(), tone: 0, toned: 0 };
  let size = 0;
  const line = new Sentence();
  for (const entry of scan(valuesOf(text))) {
    const { role, root } = entry;
    if (role === 'end' || role === 'question') line.close(role === 'question', said);
    else {
      line.add(entry);
      if (role !== 'content') continue;
      counts.set(root, (counts.get(root) ?? 0) + 1);
      size += 1;
    }
    if (line.isFull) line.close(false, said);
  }
  line.close(false, said);
  const { concepts, tone, toned } = said;
  // Several words that agree count more than one.
  const mean = toned === 0 ? 0 : Math.max(-1, Math.min(1, (1.6 * tone) / (toned + 0.8)));
  return { counts, size, concepts, tone: mean, fields: readFields(text) };
}
