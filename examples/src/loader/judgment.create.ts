import { Folder } from './folder';
import { EngineRef, toDefinition } from './mapping';
import { chooseContext, SetRecipes } from './recipe';
import { keyOf, Target } from './target';

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
    const body = toDefinition(spec, { context, features }, options.engine, freshness);
    const path = `${target.path}/judgments`;
    let reply = await target.api.post(path, body, keyOf(target, path, body));
    if (reply.status === 'confirmation_required') {
      const confirmed = { ...body, confirm: reply.confirm };
      reply = await target.api.post(path, confirmed, keyOf(target, path, confirmed));
    }
    created.status[spec.key] = String(reply.status);
    for (const warning of Array.isArray(reply.warnings) ? reply.warnings : []) {
      const text = String(warning?.message ?? warning?.code ?? warning);
      // It is about the engine of all judgments, and said once.
      notes.add(warning?.code === 'built_in_engine' ? text : `${spec.key}: ${text}`);
    }
  }
  created.warnings.push(...notes);
  return created;
}
