import { type Candidate } from './candidate';
import { type ExclusionReason, cutOffs, exclusionOf } from './exclusion';

export interface Exclusion {
  path: string;
  reason: ExclusionReason;
}

/** The paths that a suggestion keeps, and the reasons for the others. */
export interface Choice {
  /** Attributes, then the state, by path. */
  fields: string[];
  /** Image paths that may be added, by name. */
  images: string[];
  excluded: Exclusion[];
}

/** When every path is excluded, the suggestion takes one with the first of these reasons. */
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
  for (const { path } of texts.splice(cutOffs.maxPaths)) excluded.push({ path, reason: 'too_many' });
  const images = kept.filter(({ root }) => root === 'images').map(({ path }) => path);
  return withLastResort({ fields: texts.map(({ path }) => path).sort(byPath), images, excluded });
}

/** Paths that more documents have come first; ties are sorted by path, so that the choice is deterministic. */
function byPresence(a: Candidate, b: Candidate): number {
  return b.tokens.length - a.tokens.length || byPath(a.path, b.path);
}

function byPath(a: string, b: string): number {
  return a < b ? -1 : 1;
}

/** Adds one field when there is none, since a recipe needs one. */
function withLastResort(choice: Choice): Choice {
  if (choice.fields.length > 0) return choice;
  const texts = choice.excluded.filter(({ path }) => !path.startsWith('images.'));
  const resort = lastResorts.flatMap((reason) => texts.find((one) => one.reason === reason) ?? [])[0];
  if (!resort) return { ...choice, fields: ['id'] };
  return { ...choice, fields: [resort.path], excluded: choice.excluded.filter((one) => one !== resort) };
}
