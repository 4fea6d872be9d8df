import { bandMoved } from '@app/definition';
import type { JudgmentType, UpstreamAnswer } from '@app/definition';
import { conditions, matches } from '@app/filter';
import type { AnswerField, Subject, Where } from '@app/filter';
import { AnswerBody } from '../../answer/answer-row';
import { storedField, upstreamNumbers } from '../../answer/stored-field';
import { InForce, derivedOnce } from '../../namespace/snapshot/in-force';
import { KnownEdge, edgesOf } from './edges';

/** What an edge reads of the answers of one judgment. */
export interface Watch {
  edge: KnownEdge;
  shown: readonly UpstreamAnswer[];
  tested: readonly Where[];
}

/** An answer that another one has replaced; `before` is null for a first answer. */
export interface Replaced {
  type: JudgmentType;
  before: AnswerBody | null;
  after: AnswerBody;
}

/** What edges read of answers, by the id of the judgment that is in force under the name that they read. */
export const watchesOf = derivedOnce((inForce: InForce): ReadonlyMap<string, readonly Watch[]> => {
  const watches = new Map<string, Watch[]>();
  for (const edge of edgesOf(inForce).all) {
    for (const [name, watch] of watchesOfEdge(edge)) {
      const id = inForce.byName.get(name)?.judgmentId;
      if (id !== undefined) watches.set(id, [...(watches.get(id) ?? []), watch]);
    }
  }
  return watches;
});

function watchesOfEdge(edge: KnownEdge): [string, Watch][] {
  const { answers = [] } = edge;
  const tests = testsOfAnswers(edge);
  return upstreamNames(edge).map((name) => {
    const shown = answers.filter(({ judgment }) => judgment === name);
    return [name, { edge, shown, tested: tests.filter((where) => judgmentOf(where) === name) }];
  });
}

/** Names of the judgments whose answers an edge reads, each once. */
export function upstreamNames(edge: KnownEdge): string[] {
  const shown = (edge.answers ?? []).map(({ judgment }) => judgment);
  return [...new Set([...shown, ...testsOfAnswers(edge).map(judgmentOf)])];
}

function testsOfAnswers({ filter }: KnownEdge): Where[] {
  return filter === null ? [] : conditions(filter).filter(({ path }) => path.root === 'answers');
}

function judgmentOf({ path }: Where): string {
  return path.root === 'answers' ? path.judgment : '';
}

/** Whether the replacement of an answer moves what an edge reads of it. Inside a band, and off every test, nothing does. */
export function hasMoved({ shown, tested }: Watch, replaced: Replaced): boolean {
  const [before, after] = [replaced.before, replaced.after].map(upstreamNumbers);
  return (
    shown.some((answer) => bandMoved(answer, before, after)) || tested.some((where) => isTestMoved(where, replaced))
  );
}

function isTestMoved(where: Where, { type, before, after }: Replaced): boolean {
  const { path, tests } = where;
  if (path.root !== 'answers') return false;
  const [was, is] = [before, after].map((body) => storedField(type, body, path.field));
  // Which judged document compares with it, and with what, is not known here.
  if (tests.some(({ op }) => op === 'mine')) return was !== is;
  const [held, holds] = [before, after].map((body) => matches(where, subjectOf(type, body), 0));
  return held !== holds;
}

function subjectOf(type: JudgmentType, body: AnswerBody | null): Subject {
  const answer = (_judgment: string, field: AnswerField) => storedField(type, body, field);
  return { id: '', created_at: '', updated_at: '', attributes: {}, state: {}, answer };
}
