import { Call } from '@app/bus';
import { ContextKind } from '@app/contracts/calibration';
import { documentChangedLive } from '@app/contracts/documents';
import {
  AnswerRecorded,
  LabelRef,
  PricedRow,
  ScoringRecorded,
  createJudgment,
  priceScoring,
  startScoring,
} from '@app/contracts/judgments';
import type { Definition } from '@app/definition';
import { callerOf, eventually } from '@app/testing';
import type { OpenJudgments } from './open-judgments';

/** The epoch of the fake engine. */
export const epoch = 'current+2026-03-02.1';

/** A judgment of a namespace whose documents have been judged, so that its answers can be labels. */
export interface Labelled {
  organization: string;
  namespace: string;
  judgmentId: string;
  definition: Definition;
  labels: LabelRef[];
  /** What each labelled answer was asked with, by document. */
  contexts: Map<string, string>;
}

/** Has `count` documents judged: `d0` .. with the state that `stateOf` gives. */
export async function labelled(
  judgments: OpenJudgments,
  organization: string,
  namespace: string,
  count: number,
  more: object = {},
  stateOf: (n: number) => object = (n) => ({
    note: `note ${n} of ${namespace}`,
    log: ['first', 'second', `item ${n}`],
  }),
): Promise<Labelled> {
  const { neighbours, db } = judgments;
  const judgment = {
    name: 'late',
    type: 'bool',
    question: 'Will it be late?',
    context: { fields: ['state.note', 'state.log'] },
    freshness: { policy: 'on_change', debounce_ms: 0 },
    ...more,
  };
  await judgments.gateway.ask(createJudgment, { namespace, judgment: judgment as never }, callerOf(organization));
  const { judgment_id: judgmentId } = neighbours.snapshotOf(namespace)!;
  const ids = Array.from({ length: count }, (_, n) => `d${n}`);
  for (const [n, id] of ids.entries()) neighbours.put(id, 1, stateOf(n), [judgmentId]);
  neighbours.asks.length = 0;
  await judgments.documents.say(documentChangedLive, {
    organization,
    namespace,
    sets: [[judgmentId]],
    cause: 'write',
    changed_at: new Date().toISOString(),
    documents: ids.map((id) => ({ id, version: 1, set: 0 })),
  });
  const labels = await eventually(async () => {
    const { rows } = await db.query<LabelRef & { hash: string }>(
      `select $1 as namespace, document_id as document, id as answer, context_hash as hash from answer
       where judgment_id = $2 order by record`,
      [namespace, judgmentId],
    );
    if (rows.length < count) throw new Error(`${rows.length} of ${count} answers`);
    return rows;
  }, 20_000);
  const { rows } = await db.query<{ definition: Definition }>(
    'select definition from judgment_version where judgment_id = $1',
    [judgmentId],
  );
  const { rows: texts } = await db.query<{ hash: string; text: string }>('select hash, text from context');
  const textOf = new Map(texts.map(({ hash, text }) => [hash, text]));
  return {
    organization,
    namespace,
    judgmentId,
    definition: rows[0].definition,
    labels: labels.map(({ namespace: of, document, answer }) => ({ namespace: of, document, answer })),
    contexts: new Map(labels.map(({ document, hash }) => [document, textOf.get(hash)!])),
  };
}

/** The prices of one row. */
export async function priced(
  { calibration }: OpenJudgments,
  { organization, judgmentId, labels }: Labelled,
  definition: object,
  contexts: ContextKind = 'stored',
): Promise<PricedRow> {
  const rows = [{ alternative: 'alt_1', definition, contexts }];
  const query = { organization, judgment_id: judgmentId, version: 1, rows, labels: labels.slice(0, 25) };
  return (await calibration.requester.ask(priceScoring, query, Call.within(10_000))).rows[0];
}

/** How a row of a run is started. */
export interface StartOf {
  alternative?: string;
  definition: object;
  contexts?: ContextKind;
  epoch?: string;
  place?: number;
  free?: boolean;
  units?: number;
}

/** Starts a row over all labels. @returns labels that are not answered yet */
export async function started(
  { calibration }: OpenJudgments,
  { organization, judgmentId, labels }: Labelled,
  run: string,
  row: StartOf,
): Promise<number> {
  const { alternative = 'alt_1', definition, contexts = 'stored', place = 0, free = false, units = 1 } = row;
  const start = {
    organization,
    judgment_id: judgmentId,
    version: 1,
    run,
    alternative,
    definition,
    contexts,
    place,
    free,
    engine_version: row.epoch ?? epoch,
    block: free ? null : `block ${run}`,
    labels: labels.map((label, i) => ({ ...label, units, at_units: i * units })),
  };
  return (await calibration.requester.ask(startScoring, start, Call.within(10_000))).left;
}

/** The facts of a run for calibration, in their order. */
export async function recordedOf({ db }: OpenJudgments, run: string): Promise<ScoringRecorded[]> {
  const { rows } = await db.query<{ payload: string }>(
    `select payload from outbox where subject = 'judgments.scoring.recorded.v1' and payload::json ->> 'run' = $1 order by id`,
    [run],
  );
  return rows.map(({ payload }) => JSON.parse(payload) as ScoringRecorded);
}

/** The facts by which billing charges asks of a namespace that are no answers of record. */
export async function chargesOf({ db }: OpenJudgments, namespace: string): Promise<AnswerRecorded[]> {
  const { rows } = await db.query<{ payload: string }>(
    `select payload from outbox where subject = 'judgments.answer.recorded.bulk.v1' and payload::json ->> 'namespace' = $1`,
    [namespace],
  );
  return rows.map(({ payload }) => JSON.parse(payload) as AnswerRecorded).filter(({ answers }) => answers.length === 0);
}

/** Waits until a run has recorded so many labels. @returns them */
export function scored(judgments: OpenJudgments, run: string, count: number): Promise<ScoringRecorded['labels']> {
  return eventually(async () => {
    const labels = (await recordedOf(judgments, run)).flatMap((fact) => fact.labels);
    if (labels.length < count) throw new Error(`${labels.length} of ${count} labels`);
    return labels;
  }, 20_000);
}
