import { JudgmentCreateBody } from '@app/contracts';
import { invalid } from '@app/problem';
import { fillStarter } from '@app/starters';

/** What a starter decides: nobody can send it beside one. */
const brought = [
  'question',
  'type',
  'criteria',
  'context',
  'options',
  'escape',
  'levels',
  'parts',
  'features',
] as const;

/**
 * A create with its starter filled in; other members that are sent beside it, such as `thresholds`, win over the
 * starter's. A create without a starter is itself.
 * @throws Problem `invalid_request` at what is wrong with the starter, or at a member that it brings
 */
export function withStarter(body: JudgmentCreateBody): JudgmentCreateBody {
  const { from_starter: starter, ...sent } = body;
  if (starter === undefined) return body;
  for (const member of brought) {
    if (sent[member] === undefined) continue;
    const sentence = `The starter brings \`${member}\`; leave it out, or send a definition without \`from_starter\`.`;
    throw invalid('unknown_field', `/${member}`, sentence);
  }
  return { ...fillStarter(starter, '/from_starter'), ...sent };
}
