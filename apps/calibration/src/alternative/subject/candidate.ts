import { contextBudget, countTokens } from '@app/context';
import { EngineView } from '@app/contracts/engines';
import {
  ActiveEngine,
  AlternativesSetting,
  Definition,
  EngineRef,
  alternativeId,
  contextKindOf,
  differencesOf,
  longestQuestion,
  narrowingsOf,
  parseAlternative,
} from '@app/definition';
import { parseAppliesTo, parseRelationWhere } from '@app/filter';
import { Problem } from '@app/problem';
import { TableRow } from '../table/state';
import { NamedRow } from './alternative.store';

/** A row of the table before it is scored. */
export type Candidate = Omit<TableRow, 'score' | 'definition'> & { definition: Definition };

export interface CandidateInput {
  active: Definition;
  setting: AlternativesSetting;
  salt: Buffer;
  engines: readonly EngineView[];
  /** Engines that the judgments of the namespace name, or its default. */
  used: readonly EngineRef[];
  /** Rows that callers named. */
  named: readonly NamedRow[];
}

/** Engine rows, then named ones; a named engine row is a named one. */
export function candidatesOf(input: CandidateInput): Candidate[] {
  const { active, named } = input;
  const taken = new Set(named.map(({ id }) => id));
  const automatic = engineRows(input).filter(({ id }) => !taken.has(id));
  return [...automatic, ...named.map((row) => namedCandidate(active, row))];
}

export function namedCandidate(active: Definition, row: NamedRow): Candidate {
  return {
    ...baseOf(active, row.id, row.definition),
    source: 'named',
    drafted: row.drafted,
    namedBy: row.named_by,
    namedAtMs: row.named_at.getTime(),
  };
}

/** The recipe-tuning rows of a version. */
export function narrowingsIn(active: Definition, salt: Buffer): Candidate[] {
  return narrowingsOf(active, countTokens(longestQuestion(active))).map((definition) => ({
    ...baseOf(active, alternativeId(salt, definition), definition),
    inK: false,
  }));
}

/**
 * Reads an alternative as a caller sends it.
 * @throws Problem as `parseAlternative`; `too_large` when the question leaves no room for a context
 */
export function readAlternative(
  active: Definition,
  body: unknown,
  engines: readonly EngineView[],
  pointer: string,
): Definition {
  const definition = parseAlternative(active, body, {
    pointer,
    engines: activeEngines(engines),
    parseAppliesTo,
    parseRelationWhere,
  });
  // As a create checks it: a question without room for a context could be asked about nothing.
  contextBudget(definition.context.max_tokens, countTokens(longestQuestion(definition)));
  return definition;
}

/** The engine that a reference names; undefined when it is not active. */
export function engineOf(engines: readonly EngineView[], { name, version }: EngineRef): EngineView | undefined {
  return engines.find((one) => one.active && one.name === name && one.version === version);
}

function activeEngines(engines: readonly EngineView[]): ActiveEngine[] {
  return engines.flatMap(({ name, version, active, limits }) =>
    active && version !== null ? [{ name, version, limits }] : [],
  );
}

/** The version on each other engine in use, where the definition is valid there. */
function engineRows({ active, setting, salt, engines, used }: CandidateInput): Candidate[] {
  const isSkipped = (engine: EngineRef) => setting.skip_engines.some((other) => isSame(engine, other));
  const seen = new Set<string>();
  return used.flatMap((engine) => {
    const name = `${engine.name} ${engine.version}`;
    if (seen.has(name) || isSame(engine, active.engine) || isSkipped(engine)) return [];
    seen.add(name);
    const definition = onEngine(active, engine, engines);
    return definition ? [baseOf(active, alternativeId(salt, definition), definition)] : [];
  });
}

/** Null where the engine lacks what the definition needs, or is not active. */
function onEngine(active: Definition, engine: EngineRef, engines: readonly EngineView[]): Definition | null {
  try {
    return readAlternative(active, { engine }, engines, '');
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

function baseOf(active: Definition, id: string, definition: Definition): Candidate {
  return {
    id,
    source: 'automatic',
    drafted: false,
    namedBy: null,
    namedAtMs: null,
    definition,
    differs: differencesOf(active, definition),
    contexts: contextKindOf(active, definition),
    inK: true,
    isDeleted: false,
  };
}

function isSame(a: EngineRef, b: EngineRef): boolean {
  return a.name === b.name && a.version === b.version;
}
