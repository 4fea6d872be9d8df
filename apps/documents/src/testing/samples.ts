import type { JudgmentSnapshot } from '@app/contracts/documents';
import type { RecordedAnswer } from '@app/contracts/judgments';

/** A judgment snapshot as judgments publishes it: a bool that reads `state.note` and is judged on change. */
export function aSnapshot(organization: string, namespace: string, name: string): JudgmentSnapshot {
  return {
    judgment_id: `jdg_${name}`,
    organization,
    scope: namespace,
    name,
    kind: 'judgment',
    revision: 1,
    active_version: 1,
    type: 'bool',
    policy: 'on_change',
    debounce_ms: 2000,
    max_wait_ms: 20_000,
    interval_ms: null,
    applies_to: null,
    read_paths: ['state.note'],
    thresholds: { alarm: 0.4 },
    levels: null,
    options: null,
    engine: { name: 'jev', version: 'current' },
    archived: false,
  };
}

/** An answer as judgments records it. */
export function anAnswer(document: string, name: string, others: Partial<RecordedAnswer> = {}): RecordedAnswer {
  return {
    document,
    judgment_id: `jdg_${name}`,
    record: 1,
    answer_id: 'ans_1',
    version: 1,
    document_version: 1,
    seen: 1,
    same: false,
    failure: null,
    engine: { name: 'jev', version: 'current' },
    engine_version: 'current+2026-03-02.1',
    judged_at: '2026-03-04T09:30:00.000Z',
    truncated: false,
    number: 0.5,
    value: null,
    escape_p: null,
    dist: null,
    normalized: null,
    units: 1,
    ...others,
  };
}
