import { shownVersion, thresholdsOf } from '@app/definition';
import type { AnswerField, Subject } from '@app/filter';
import { StoredDocument, subjectOf } from '../document/document';
import { InForce, JudgmentInForce, appliesTo } from '../namespace/snapshot/in-force';
import { AnswerRow, numbersOf } from './answer-row';
import { AnswerPlace, statusIn } from './answer-view';
import { calibratedField } from './calibrated';
import { storedField } from './stored-field';

/** A stored document with its answers, as filters in memory see it. */
export function subjectWithAnswers(
  document: StoredDocument,
  inForce: InForce,
  rows: ReadonlyMap<string, AnswerRow>,
  paused: boolean,
  nowMs: number,
): Subject {
  const bare = subjectOf(document);
  const answer: Subject['answer'] = (name, field) => {
    const judgment = inForce.byName.get(name);
    if (!judgment || !appliesTo(judgment, bare, nowMs)) return null;
    return fieldOf(judgment, rows.get(judgment.judgmentId), field, { paused, subject: () => bare, nowMs });
  };
  return { ...bare, answer };
}

function fieldOf(
  judgment: JudgmentInForce,
  row: AnswerRow | undefined,
  field: AnswerField,
  place: Omit<AnswerPlace, 'fanout'>,
): unknown {
  const body = row?.body ?? null;
  switch (field.kind) {
    case 'status':
    case 'stale_reason':
      return statusIn(judgment, row, place)[field.kind];
    case 'judged_at':
      return body?.judgedAt;
    case 'version':
      return body && shownVersion(judgment.copied ?? null, body.version);
    case 'engine_version':
      return body?.epoch;
    case 'thresholds':
      return thresholdsOf(numbersOf(judgment.type, body), judgment.thresholds).thresholds[field.name];
    case 'parts':
      return own(body?.parts, field.name)?.p;
    case 'calibrated':
      return calibratedField(judgment.fits, body, field);
    default:
      return storedField(judgment.type, body, field);
  }
}

function own<T>(map: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return map && Object.hasOwn(map, name) ? map[name] : undefined;
}
