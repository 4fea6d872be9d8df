import { JudgmentCreateBody } from '@app/contracts/judgments';
import { invalid } from '@app/problem';
import { fillStarter } from '@app/starters';

/** Members that a starter sets; a create may not send them beside it. */
const setByStarter = [
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
 * A create with its starter filled in. Other members that the caller sends, such as `thresholds`, replace the starter's.
 * A create without a starter is returned as it is.
 * @param pointer JSON pointer of the body in the request
 * @throws Problem `invalid_request` at what is wrong with the starter, or at a member that the starter sets
 */
export function withStarter(body: JudgmentCreateBody, pointer = ''): JudgmentCreateBody {
  const { from_starter: starter, ...sent } = body;
  if (starter === undefined) return body;
  for (const member of setByStarter) {
    if (sent[member] === undefined) continue;
    const sentence = `The starter sets \`${member}\`; leave it out, or send a definition without \`from_starter\`.`;
    throw invalid('unknown_field', `${pointer}/${member}`, sentence);
  }
  return { ...fillStarter(starter, `${pointer}/from_starter`), ...sent };
}
