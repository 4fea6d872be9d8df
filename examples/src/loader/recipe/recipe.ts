import { Derivations } from './derive';
import { GroupSpec, SummarySpec } from '../data/group';
import { JudgmentSpec } from '../data/judgment';
import recipesOfSets from './recipes.json';
import { DocumentRow } from '../data/row';
import { isRecord } from '../data/row.check';

export interface SetRecipes {
  /** Pattern of the ids whose first group names the tenant; what it does not match belongs to every tenant. */
  tenant?: string;
  /** Fields of `data` that become attributes, by document type: what one would filter and sort by. */
  attributes?: Record<string, string[]>;
  /** Fields to add to `data`: what lies further than a relation reaches, and what a feature cannot compute. */
  derived?: Derivations;
  judgments?: Record<string, { context: Record<string, unknown>; features?: Record<string, unknown>[] }>;
  /** Kept in every namespace of the set. */
  groups?: GroupSpec[];
  /** What a set of many tenants publishes of each. */
  summary?: SummarySpec;
}

// The file's own type has every set's members apart.
const knownSets = recipesOfSets as unknown as Record<string, SetRecipes | undefined>;

/** The sidecar's word on a set, by the folder's name; empty for a set it does not know. */
export function recipesFor(folderName: string): SetRecipes {
  return knownSets[folderName] ?? {};
}

const plainKey = /^[^."]+$/;

function collectPaths(value: unknown, path: string, into: Set<string>): void {
  if (typeof value === 'string' || typeof value === 'number') into.add(path);
  // An array on the way is read through each element, so its elements share one path.
  else if (Array.isArray(value)) for (const item of value) collectPaths(item, path, into);
  else if (isRecord(value)) {
    for (const [key, inner] of Object.entries(value)) {
      collectPaths(inner, `${path}.${plainKey.test(key) ? key : `"${key}"`}`, into);
    }
  }
}

/** All text and number fields that a sample's `data` shows, as paths of the state, in the order first met. */
export function fieldsOfSample(sample: DocumentRow[]): string[] {
  const paths = new Set<string>();
  for (const row of sample) {
    for (const [key, value] of Object.entries(row.data)) {
      collectPaths(value, `state.${plainKey.test(key) ? key : `"${key}"`}`, paths);
    }
  }
  return [...paths];
}

/**
 * The context recipe of a judgment: the set's own, else the sidecar's, else all text and number fields of the judged
 * documents.
 */
export function chooseContext(spec: JudgmentSpec, recipes: SetRecipes, sample: DocumentRow[]): Record<string, unknown> {
  const known = spec.recipe ?? recipes.judgments?.[spec.key]?.context;
  if (known !== undefined) return known;
  const judged = sample.filter(({ type }) => spec.on === undefined || type === spec.on);
  return { fields: fieldsOfSample(judged) };
}
