import type { Schema } from '@app/sdk/client';
import { Folder } from '../data/folder';
import { EngineRef, toDefinition } from '../recipe/mapping';
import { chooseContext, SetRecipes } from '../recipe/recipe';
import { keyOf, Target } from '../target';

export interface CreateOptions {
  engine: EngineRef;
  /** Wins over what the set itself says. */
  freshness?: Record<string, unknown>;
}

export interface Created {
  /** Judgment names with what the API made of them: created, version_created, unchanged. */
  status: Record<string, string>;
  warnings: string[];
}

/** Judged soon, also when a related document changes: the loader waits for it. */
const onChange = { policy: 'on_change', debounce_ms: 1_000, fanout: { debounce_ms: 1_000 } };

/**
 * Creates the judgments of a set, before its documents: neither creating nor activating judges what is stored, so the
 * writes that follow are what has them judged.
 */
export async function createJudgments(
  target: Target,
  folder: Folder,
  recipes: SetRecipes,
  options: CreateOptions,
): Promise<Created> {
  const created: Created = { status: {}, warnings: [] };
  const notes = new Set<string>();
  const sample = folder.files.flatMap((file) => file.sample);
  for (const spec of folder.judgments) {
    const context = chooseContext(spec, recipes, sample);
    const freshness = options.freshness ?? spec.freshness ?? onChange;
    const { features } = recipes.judgments?.[spec.key] ?? {};
    // A set's own words; the service checks them.
    const definition: unknown = toDefinition(spec, { context, features }, options.engine, freshness);
    const body = definition as Schema<'JudgmentCreateBody'>;
    const path = `${target.path}/judgments`;
    const { judgments } = target.api.namespace(target.namespace);
    const idempotencyKey = keyOf(target, path, body);
    let change = await judgments.create(body, { idempotencyKey });
    if (change.status === 'confirmation_required') change = await judgments.confirm(change);
    created.status[spec.key] = change.status;
    for (const warning of change.warnings) {
      // That of the engine is about all judgments, and said once.
      notes.add(warning.code === 'built_in_engine' ? warning.message : `${spec.key}: ${warning.message}`);
    }
  }
  created.warnings.push(...notes);
  return created;
}
