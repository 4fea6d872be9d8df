import { JudgmentSnapshot } from '@app/contracts/documents';
import { AnswerRecorded, RecordedAnswer } from '@app/contracts/judgments';

/** A snapshot of the judgment `late` of an organization, in namespace `n`. */
export function snapshotOf(organization: string, others: Partial<JudgmentSnapshot> = {}): JudgmentSnapshot {
  return {
    judgment_id: `jdg_${organization}`,
    organization,
    scope: 'n',
    name: 'late',
    kind: 'judgment',
    revision: 1,
    active_version: 1,
    type: 'bool',
    policy: 'on_read',
    debounce_ms: 0,
    max_wait_ms: 0,
    interval_ms: null,
    applies_to: null,
    read_paths: [],
    thresholds: {},
    levels: null,
    options: null,
    engine: {},
    archived: false,
    ...others,
  };
}

/** An answer of record with p = 0.8. */
export function answerOf(
  document: string,
  answer_id: string,
  judged_at: string,
  others: Partial<RecordedAnswer> = {},
): RecordedAnswer {
  return {
    document,
    judgment_id: 'jdg_',
    record: 1,
    answer_id,
    version: 1,
    document_version: 10,
    seen: 10,
    same: false,
    failure: null,
    engine: { name: 'jev', version: 'current' },
    engine_version: 'current+2026-03-02.1',
    judged_at,
    truncated: false,
    number: 0.8,
    value: null,
    escape_p: null,
    dist: null,
    normalized: null,
    units: 1,
    ...others,
  };
}

/** The fact that judgments recorded these answers of an organization's judgment. */
export function recordedOf(organization: string, answers: RecordedAnswer[]): AnswerRecorded {
  return {
    organization,
    namespace: 'n',
    ask_id: 'ask_1',
    units: 1,
    tokens: 1,
    by_judgment: {},
    answers: answers.map((one) => ({ ...one, judgment_id: `jdg_${organization}` })),
    recorded_at: new Date().toISOString(),
  };
}
