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

const onChange = { policy: 'on_change', debounce_ms: 1_000 };

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
  const leftOut: string[] = [];
  const sample = folder.files.flatMap((file) => file.sample);
  for (const spec of folder.judgments) {
    const chosen = chooseContext(spec, folder.judgments, recipes, sample);
    if (chosen.leftOut.length > 0) leftOut.push(`${spec.key} (${chosen.leftOut.join('; ')})`);
    const freshness = options.freshness ?? spec.freshness ?? onChange;
    const body = toDefinition(spec, chosen.context, options.engine, freshness);
    const path = `${target.path}/judgments`;
    let reply = await target.api.post(path, body, keyOf(target, path, body));
    if (reply.status === 'confirmation_required') {
      const confirmed = { ...body, confirm: reply.confirm };
      reply = await target.api.post(path, confirmed, keyOf(target, path, confirmed));
    }
    created.status[spec.key] = String(reply.status);
    for (const warning of Array.isArray(reply.warnings) ? reply.warnings : []) {
      created.warnings.push(`${spec.key}: ${String(warning?.message ?? warning?.code ?? warning)}`);
    }
  }
  if (leftOut.length > 0) {
    created.warnings.unshift(
      `Parts of contexts that need relations are left out until relations are built: ${leftOut.join(', ')}.`,
    );
  }
  return created;
}
