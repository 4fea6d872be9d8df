import { type Candidate } from './candidate';
import { type ExclusionReason, cutOffs, exclusionOf } from './exclusion';

export interface Exclusion {
  path: string;
  reason: ExclusionReason;
}

/** What of the candidates a suggestion keeps, and why not the rest. */
export interface Choice {
  /** Attributes, then the state, by path. */
  fields: string[];
  /** Image paths that may join them, by name. */
  images: string[];
  excluded: Exclusion[];
}

/** Where nothing else is left, a text to be cut beats none, and a seldom one beats an id. */
const lastResorts: readonly ExclusionReason[] = ['long', 'rare', 'url', 'timestamp', 'id', 'binary'];

export function chooseFields(candidates: readonly Candidate[], documents: number): Choice {
  const excluded: Exclusion[] = [];
  const kept: Candidate[] = [];
  for (const candidate of candidates) {
    const reason = exclusionOf(candidate, documents);
    if (reason) excluded.push({ path: candidate.path, reason });
    else kept.push(candidate);
  }
  const texts = kept.filter(({ root }) => root !== 'images').sort(byPresence);
  for (const { path } of texts.splice(cutOffs.mostPaths)) excluded.push({ path, reason: 'too_many' });
  const images = kept.filter(({ root }) => root === 'images').map(({ path }) => path);
  return withLastResort({ fields: texts.map(({ path }) => path).sort(byPath), images, excluded });
}

/** Paths that more documents have tell more; ties by path, so that the same documents choose the same. */
function byPresence(a: Candidate, b: Candidate): number {
  return b.tokens.length - a.tokens.length || byPath(a.path, b.path);
}

function byPath(a: string, b: string): number {
  return a < b ? -1 : 1;
}

/** A recipe names at least one field. */
function withLastResort(choice: Choice): Choice {
  if (choice.fields.length > 0) return choice;
  const texts = choice.excluded.filter(({ path }) => !path.startsWith('images.'));
  const resort = lastResorts.flatMap((reason) => texts.find((one) => one.reason === reason) ?? [])[0];
  if (!resort) return { ...choice, fields: ['id'] };
  return { ...choice, fields: [resort.path], excluded: choice.excluded.filter((one) => one !== resort) };
}
