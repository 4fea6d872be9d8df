import type { RelationQuery } from '@app/contracts/documents';
import { answerKey, upstreamText } from '@app/definition';
import type { RelationSpec, UpstreamNumbers } from '@app/definition';
import { filterSql } from '@app/filter';
import type { SqlScope } from '@app/filter';
import { InForce, JudgmentInForce } from '../../namespace/snapshot/in-force';
import type { RelationPlace } from './relation-sql';

/**
 * JSON text of the answers about related document `d` that a relation reads, by judgment id: the four numbers of each.
 * Names are those in force; a name that nothing stands for has no answer, and neither has a judgment that does not apply to
 * the document.
 */
export function answersSql({ inForce }: RelationPlace, { answers = [] }: RelationSpec, scope: SqlScope): string {
  if (answers.length === 0) return 'null::text';
  const judgments = new Set(answers.flatMap(({ judgment }) => inForce.byName.get(judgment) ?? []));
  const ids = [...judgments].map(({ judgmentId }) => judgmentId);
  return `(select coalesce(jsonb_object_agg(u.judgment_id, jsonb_build_object('number', u.number, 'value', u.value,
      'escapeP', u.escape_p, 'normalized', u.body::jsonb -> 'normalized')), '{}')::text from answer u
    where u.namespace_id = $1 and u.document_id = d.id and u.judgment_id = any(${scope.param(ids)}::text[])
      and u.body is not null${countsSql([...judgments], 'u', scope)})`;
}

/**
 * SQL, after `and`, of whether an answer about document `d` counts: its judgment applies to the document as it is.
 * @param judgments of the answers
 * @param answer alias of the answer
 */
export function countsSql(judgments: readonly JudgmentInForce[], answer: string, scope: SqlScope): string {
  const selective = judgments.flatMap(({ judgmentId, appliesToFilter }) => {
    if (appliesToFilter === null) return [];
    return [
      `(${answer}.judgment_id <> ${scope.param(judgmentId)}::text or ${filterSql(appliesToFilter, scope, false)})`,
    ];
  });
  return selective.map((condition) => ` and ${condition}`).join('');
}

/** JSON text of the member `answers` of a related document, after a comma; empty for a relation that reads none. */
export type AnswersText = (row: { answers: string | null }) => string;

/** Judging gets bands, sides of cuts and options: no number leaves this service. */
export function answersText({ answers = [] }: Pick<RelationQuery, 'answers'>, { byName }: InForce): AnswersText {
  if (answers.length === 0) return () => '';
  return ({ answers: text }) => {
    const numbers = JSON.parse(text ?? '{}') as Record<string, UpstreamNumbers>;
    const shown = answers.map((answer) => {
      const id = byName.get(answer.judgment)?.judgmentId ?? '';
      return [answerKey(answer), upstreamText(answer, Object.hasOwn(numbers, id) ? numbers[id] : null)];
    });
    return `,"answers":${JSON.stringify(Object.fromEntries(shown))}`;
  };
}
