import type { Schema } from '@app/sdk/client';

type Judged = Pick<Schema<'JudgmentView'>, 'definition' | 'outcomes'>;
type Starter = Schema<'StarterView'>;

/**
 * The starter that suggests the outcome setting of a judgment with its question; undefined for none. Judgments made from a
 * starter had its suggestion without asking for it until a create took it only when it was sent.
 */
export function suggestedBy({ definition, outcomes }: Judged, starters: readonly Starter[]): Starter | undefined {
  if (outcomes === undefined || Object.keys(outcomes).length === 0) return undefined;
  const text = JSON.stringify(outcomes);
  return starters.find(
    ({ definition: { question }, outcomes: suggested }) =>
      JSON.stringify(suggested) === text && isOf(definition.question, String(question)),
  );
}

/** Whether a question is a starter's, with any values of its placeholders. */
function isOf(question: string, template: string): boolean {
  const parts = template.split(/\{[a-z_]+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`, 's').test(question);
}
