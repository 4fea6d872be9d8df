import type { JudgmentType, UpstreamNumbers } from '@app/definition';
import type { AnswerField } from '@app/filter';
import { AnswerBody, numbersOf } from './answer-row';

/**
 * The field of a stored answer, one that relations may test too; undefined for one that the answer has not.
 * @throws Error for a field that hangs on more than the stored answer
 */
export function storedField(type: JudgmentType, body: AnswerBody | null, field: AnswerField): unknown {
  if (body === null) return undefined;
  const numbers = numbersOf(type, body);
  switch (field.kind) {
    case 'p':
    case 'score':
    case 'normalized':
    case 'escape_p':
      return numbers[field.kind];
    case 'value':
      return type === 'bool' ? undefined : body.value;
    case 'dist':
      return own(numbers.dist, field.name);
    case 'features':
      return own(numbers.features, field.name);
    default:
      throw new Error(`a stored answer alone has no \`${field.kind}\``);
  }
}

/** The numbers of a stored answer that contexts show by their bands. */
export function upstreamNumbers(body: AnswerBody | null): UpstreamNumbers | null {
  if (body === null) return null;
  const { number, value, escapeP, normalized } = body;
  return { number, value: typeof value === 'string' ? value : null, escapeP, normalized };
}

function own<T>(map: Readonly<Record<string, T>> | null | undefined, name: string): T | undefined {
  return map && Object.hasOwn(map, name) ? map[name] : undefined;
}
