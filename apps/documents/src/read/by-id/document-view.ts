import type { Subject } from '@app/filter';
import type { JsonObject } from '@app/json';
import { AnswerRow, parseAnswers } from '../../answer/answer-row';
import { AnswerPlace, answerView } from '../../answer/answer-view';
import { subjectOf } from '../../document/document';
import { JudgmentInForce, appliesTo } from '../../namespace/snapshot/in-force';
import { DocumentText } from './fitting-sql';
import { instantText } from './instant-text';
import { Selection } from './selection';

/** An answer of a document that is being read. */
export interface ReadAnswer {
  judgment: JudgmentInForce;
  row: AnswerRow | undefined;
  status: string;
  view: Record<string, unknown>;
}

/** The answers of the judgments that apply to a document. */
export function answersFor(
  document: DocumentText,
  judgments: readonly JudgmentInForce[],
  { paused, fanout }: Pick<AnswerPlace, 'paused' | 'fanout'>,
  nowMs: number,
): ReadAnswer[] {
  if (judgments.length === 0) return [];
  const rows = parseAnswers(document.answers, document.open);
  let parsed: Subject | undefined;
  const subject = (): Subject => (parsed ??= textSubject(document));
  return applyingTo(subject, judgments, nowMs).map((judgment) => {
    const row = rows.get(judgment.judgmentId);
    const { status, view } = answerView(judgment, row, { paused, fanout, subject, nowMs });
    return { judgment, row, status: status.status, view };
  });
}

function applyingTo(
  subject: () => Subject,
  judgments: readonly JudgmentInForce[],
  nowMs: number,
): readonly JudgmentInForce[] {
  if (judgments.every(({ appliesToFilter }) => appliesToFilter === null)) return judgments;
  return judgments.filter((judgment) => appliesTo(judgment, subject(), nowMs));
}

/** A document as filters see it; parses its attributes and state. */
export function textSubject(document: DocumentText): Subject {
  return subjectOf({
    id: document.id,
    attributes: JSON.parse(document.attributes) as JsonObject,
    state: JSON.parse(document.state) as JsonObject,
    created_at: instantText(document.created_at),
    updated_at: instantText(document.updated_at),
  });
}

/** A document as JSON text. Stored JSON passes through as Postgres printed it. */
export function documentText(document: DocumentText, { include }: Selection, answers: readonly ReadAnswer[]): string {
  const members = [`"id":${JSON.stringify(document.id)}`];
  for (const name of ['attributes', 'state', 'images'] as const) {
    if (include.has(name)) members.push(`"${name}":${document[name]}`);
  }
  members.push(
    `"version":${document.version}`,
    `"created_at":"${instantText(document.created_at)}"`,
    `"updated_at":"${instantText(document.updated_at)}"`,
  );
  if (include.has('answers')) {
    const views = answers.map(({ judgment, view }) => `"${judgment.name}":${JSON.stringify(view)}`);
    members.push(`"answers":{${views.join(',')}}`);
  }
  return `{${members.join(',')}}`;
}
