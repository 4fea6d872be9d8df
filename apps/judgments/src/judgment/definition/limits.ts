import { covers, isTemplate, scopeChain } from '@app/definition';
import { Problem } from '@app/problem';

/** Own names of one namespace, and names on one chain of templates (docs/contract.md#13-limits). */
export const maxNames = 50;
/** Templates on one chain, each inside the next. */
export const maxNested = 8;

/**
 * Refuses one more name on a scope. A namespace's own names and those of templates have limits of their own, so a new
 * template never breaks the limit of a namespace.
 * @param taken the scopes and names of the organization's active judgments on templates, and of the scope itself
 * @throws Problem `invalid_request`, reason too_many_judgments
 */
export function refuseTooMany(scope: string, name: string, taken: readonly { scope: string; name: string }[]): void {
  if (!isTemplate(scope)) {
    if (taken.filter((own) => own.scope === scope).length >= maxNames) throw tooMany([scope]);
    return;
  }
  const all = [...taken.filter((own) => isTemplate(own.scope)), { scope, name }];
  const near = new Set(all.map((own) => own.scope).filter((other) => covers(scope, other) || covers(other, scope)));
  for (const end of near) {
    const chain = scopeChain(end);
    const onChain = all.filter((own) => chain.includes(own.scope));
    if (new Set(onChain.map((own) => own.name)).size > maxNames) {
      throw tooMany([...new Set(taken.map((own) => own.scope))].filter((other) => chain.includes(other)));
    }
    if (new Set(onChain.map((own) => own.scope)).size > maxNested) {
      throw new Problem(
        'invalid_request',
        `At most ${maxNested} templates may stand one inside another; delete one of them first.`,
        {
          reason: 'too_many_judgments',
          path: '/name',
          limit: maxNested,
        },
      );
    }
  }
}

/** @param scopes that have the names: the one of the create, or templates above and below it */
function tooMany(scopes: readonly string[]): Problem {
  const named = scopes.map((scope) => `\`${scope}\``).join(', ');
  const have = scopes.length === 1 ? `${named} already has` : `${named} together already have`;
  return new Problem('invalid_request', `${have} ${maxNames} judgments; delete one of them first.`, {
    reason: 'too_many_judgments',
    path: '/name',
    limit: maxNames,
  });
}
