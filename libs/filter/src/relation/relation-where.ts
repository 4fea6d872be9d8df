import type { AnswerTest } from '@app/definition';
import { invalid } from '@app/problem';
import { conditions } from '../filter/filter';
import type { Filter, Where } from '../filter/filter';
import { filterPaths, maxStoredFilterBytes, parseFilter } from '../filter/parse';
import { formatPath } from '../path/filter-path';
import type { AnswerField } from '../path/filter-path';

/** What the filter of a relation reads. Paths are normalised, sorted and unique. */
export interface RelationWhere {
  /** Paths of the related document. */
  theirs: string[];
  /** Paths of the judged document. */
  mine: string[];
  /** Names of judgments whose answers about the related document it tests. */
  judgments: string[];
  /** The tests of those answers, in the order of the filter. */
  answers: AnswerTest[];
}

/** Fields that a new answer alone moves. The others move without one, and nothing would judge the reader again. */
const testable: readonly AnswerField['kind'][] = [
  ...(['p', 'score', 'normalized', 'value', 'escape_p', 'features', 'dist'] as const),
];

const allow = { answers: true, within: true, mine: true };

/** Parses the filter of a relation that is stored. */
export function storedRelationFilter(json: unknown): Filter {
  return parseFilter(json, { pointer: '', allow });
}

/**
 * Checks the filter of a relation and says what it reads; implements `ParseRelationWhere` of `@app/definition`.
 * @throws Problem `invalid_request`; reason `path_not_allowed` for a field that moves without a new answer
 */
export function parseRelationWhere(json: unknown, pointer: string): RelationWhere {
  const filter = parseFilter(json, { pointer, allow, maxBytes: maxStoredFilterBytes });
  const all = conditions(filter);
  for (const { path } of all) {
    if (path.root !== 'answers' || testable.includes(path.field.kind)) continue;
    const sentence = `A relation cannot test \`${formatPath(path)}\`; it tests ${testable.join(', ')} of an answer.`;
    throw invalid('path_not_allowed', pointer, sentence);
  }
  const sorted = (texts: readonly string[]) => [...new Set(texts)].sort();
  return {
    theirs: sorted(filterPaths(filter).filter((path) => !path.startsWith('answers.'))),
    mine: sorted(
      all.flatMap(({ tests }) => tests.flatMap((test) => (test.op === 'mine' ? formatPath(test.path) : []))),
    ),
    judgments: sorted(all.flatMap(({ path }) => (path.root === 'answers' ? path.judgment : []))),
    answers: all.flatMap(answerTests),
  };
}

function answerTests({ path, tests }: Where): AnswerTest[] {
  if (path.root !== 'answers') return [];
  const { judgment } = path;
  const field = formatPath(path).slice(`answers.${judgment}.`.length);
  return tests.map((test) => ({
    judgment,
    field,
    op: test.op,
    ...('value' in test && { operand: test.value }),
  }));
}
