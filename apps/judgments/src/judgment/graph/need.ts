import type { Definition, UpstreamAnswer } from '@app/definition';
import { conditions, hasField, requireKnown, storedRelationFilter } from '@app/filter';
import type { FilterPath, JudgmentShape } from '@app/filter';
import { invalid } from '@app/problem';

/** What a definition reads of the answers of another judgment. */
export interface Need {
  /** Name of the other judgment. */
  judgment: string;
  /** JSON pointer of what reads them, in the definition. */
  pointer: string;
  /** @throws Problem `invalid_request`, reason `unknown_path`, when its answers have no such field */
  check(shape: JudgmentShape): void;
}

/** What a definition reads of other judgments' answers. */
export function needsOf({ context }: Definition): Need[] {
  return Object.entries(context.related ?? {}).flatMap(([name, { answers = [], where }]) => {
    const place = `/context/related/${name}`;
    const shown = answers.map((answer, index) => needOfAnswer(answer, `${place}/answers/${index}`));
    const tested = where === undefined ? [] : conditions(storedRelationFilter(where));
    return [...shown, ...tested.flatMap(({ path }) => needOfTest(path, `${place}/where`))];
  });
}

function needOfAnswer(answer: UpstreamAnswer, pointer: string): Need {
  const { judgment } = answer;
  const check = ({ type }: JudgmentShape): void => {
    if (fits(answer, type)) return;
    const form = 'value' in answer ? '`value: true`' : `\`${answer.field ?? 'p or score'}\``;
    const sentence = `Answers of \`${judgment}\` (${type}) have no ${form}; a bool has p, a score score and normalized, a choice value: true and escape_p.`;
    throw invalid('unknown_path', pointer, sentence);
  };
  return { judgment, pointer: `${pointer}/judgment`, check };
}

function fits(answer: UpstreamAnswer, type: JudgmentShape['type']): boolean {
  if ('value' in answer) return type === 'choice';
  return answer.field === undefined ? type !== 'choice' : hasField(type, { kind: answer.field });
}

function needOfTest(path: FilterPath, pointer: string): Need[] {
  if (path.root !== 'answers') return [];
  return [{ judgment: path.judgment, pointer, check: (shape) => requireKnown(path, shape, pointer) }];
}
