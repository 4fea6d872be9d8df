import { Posed, aliasOf } from '../../mapping/posed';

/** Options of a choice of which a model states each probability; of a larger choice it states the likeliest. */
export const maxStated = 18;

const probability = { type: 'number', description: 'from 0 to 1' } as const;

/** A JSON Schema, as far as servers of structured output know it: every member is required and no other is allowed. */
export interface ObjectSchema {
  type: 'object';
  properties: Record<string, object>;
  required: string[];
  additionalProperties: false;
}

/** The form of the reply to several questions: a member `q0`, `q1`, .. for each. */
export function replySchema(posed: readonly Posed[]): ObjectSchema {
  return objectOf(posed.map((each, index) => [aliasOf('q', index), answerSchema(each)]));
}

function answerSchema(posed: Posed): object {
  if (posed.type === 'bool') return objectOf([['p_yes', probability]]);
  if (posed.type === 'score') return objectOf(posed.levels.map((_, index) => [`l${index}`, probability]));
  const { length } = posed.order;
  if (length <= maxStated + 1) return objectOf(posed.order.map((_, place) => [aliasOf('o', place), probability]));
  const option = { type: 'string', description: `one of o0 to o${length - 1}` };
  const likeliest = {
    type: 'array',
    items: objectOf([
      ['option', option],
      ['p', probability],
    ]),
  };
  return objectOf([['likeliest', likeliest]]);
}

function objectOf(members: readonly (readonly [string, object])[]): ObjectSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(members),
    required: members.map(([name]) => name),
    additionalProperties: false,
  };
}
