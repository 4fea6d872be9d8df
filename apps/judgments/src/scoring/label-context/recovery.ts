import type { FetchedDocument } from '@app/contracts/documents';
import { Problem } from '@app/problem';
import { ContextCompiler, Judged } from '../../question/compiler';
import { withoutNumbers } from '../../document/related-reads';
import type { ReadContext } from './label';

/** The name under which related documents are fetched for the labelled version; no alternative has it. */
export const labelledReader = 'labelled';

/**
 * The context of a labelled answer, compiled again from a document that has not changed since. Equal hashes prove that
 * an engine reads the same; without them there is none.
 */
export function recovered(
  document: FetchedDocument,
  { definition, format }: Judged,
  readAtMs: number,
  wanted: { hash: string; truncated: boolean },
): ReadContext | null {
  try {
    const judged = { definition: withoutNumbers(definition), format };
    const { context } = new ContextCompiler(document, readAtMs).read(judged, undefined, labelledReader);
    const { text, tokens, images = [], hash } = context;
    return hash === wanted.hash ? { text, tokens, images, hash, truncated: wanted.truncated, readAtMs } : null;
  } catch (error) {
    if (error instanceof Problem && error.code === 'too_large') return null;
    throw error;
  }
}
