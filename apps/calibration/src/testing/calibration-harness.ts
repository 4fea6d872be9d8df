import { Running } from '@app/boot';
import { Call, handle } from '@app/bus';
import { RequestServer } from '@app/bus/testing';
import {
  AnswerInForce,
  AnswerRecorded,
  AnswersInForce,
  AnswersInForceFound,
  Applied,
  CalibrationReport,
  JudgmentSnapshot,
  FactMessage,
  OutcomeBody,
  OutcomeList,
  OutcomesPosted,
  RecordedAnswer,
  RequestMessage,
  SampleAnswers,
  SampledAnswer,
  SampledAnswers,
  answersInForce,
  judgmentChanged,
  listOutcomes,
  postOutcomes,
  readCalibration,
  sampleAnswers,
} from '@app/contracts';
import { Metrics } from '@app/observability';
import { armKillPoints } from '@app/persistence';
import { Problem } from '@app/problem';
import { callerOf, ensureStreams } from '@app/testing';

export function columnOf(organization: string, others: Partial<JudgmentSnapshot> = {}): JudgmentSnapshot {
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

/** Judgments as a spec plays it: answers of record in memory, one judgment an organization. */
export class PlayedJudgments {
  readonly answers: RecordedAnswer[] = [];
  readonly asked: AnswersInForce[] = [];
  horizon = '14d';
  type: Pick<AnswersInForceFound, 'type' | 'options' | 'levels'> = { type: 'bool', options: null, levels: null };

  readonly table = [
    handle(answersInForce, async (query) => this.inForce(query)),
    handle(sampleAnswers, async (query) => this.sample(query)),
  ];

  /** As documents has them: each document's last answer of the version. */
  private sample({ version, limit }: SampleAnswers): SampledAnswers {
    const last = new Map(this.answers.filter((one) => one.version === version).map((one) => [one.document, one]));
    const all = [...last.values()];
    const answers = all.slice(0, limit).map((one): SampledAnswer => {
      const { document, answer_id, document_version, engine_version, judged_at, number, value, escape_p, dist } = one;
      const shown = { number, value, escape_p, dist };
      return {
        namespace: 'n',
        document,
        answer: String(answer_id),
        document_version,
        engine_version,
        judged_at,
        ...shown,
      };
    });
    return { population: all.length, answers };
  }

  private inForce(query: AnswersInForce): AnswersInForceFound {
    this.asked.push(query);
    if (query.judgment === 'none') throw new Problem('not_found', 'There is no such judgment.');
    const answers = query.moments.map(({ document, as_of, answer: named }): AnswerInForce => {
      const own = this.answers
        .filter((one) => one.document === document)
        .sort((a, b) => a.judged_at.localeCompare(b.judged_at));
      const found = named
        ? own.find(({ answer_id }) => answer_id === named)
        : own.filter(({ judged_at }) => as_of === null || judged_at <= as_of).at(-1);
      return { document, answer: found ?? null, first_answer_at: own[0]?.judged_at ?? null };
    });
    return { judgment_id: `jdg_${query.organization}`, horizon: this.horizon, ...this.type, answers };
  }
}

const place = { namespace: 'n', judgment: 'late' };

/** Calibration booted, asked as its gateway asks, with judgments played by the spec. */
export class SpecRoom {
  played = new PlayedJudgments();
  private answerer!: RequestServer;

  private constructor(readonly running: Running) {}

  /** Makes the streams that other services own, so that specs may speak for them. */
  static async of(running: Running): Promise<SpecRoom> {
    await ensureStreams(running);
    return new SpecRoom(running);
  }

  /** New judgments for each test: nothing answered yet. */
  play(): void {
    const { bus, logger } = this.running.platform;
    this.played = new PlayedJudgments();
    this.answerer = new RequestServer(bus.connection, logger, new Metrics('judgments', 'played'));
    this.played.table.forEach((entry) => this.answerer.serve(entry));
  }

  async rest(): Promise<void> {
    armKillPoints(() => undefined);
    await this.answerer.drain();
  }

  ask<Q extends object, R extends object>(
    message: RequestMessage<Q, R>,
    query: Q,
    organization: string,
    effectId?: string,
  ): Promise<R> {
    return this.running.platform.bus.requester.ask(
      message,
      query,
      new Call(Date.now() + 20_000, callerOf(organization), effectId),
    );
  }

  async say<P extends object>(message: FactMessage<P>, payload: P): Promise<void> {
    await this.running.platform.bus.connection.js.publish(message.subject, JSON.stringify(payload));
  }

  /** Announces a judgment, as its owner does before it answers. */
  know(organization: string, others: Partial<JudgmentSnapshot> = {}, outcomes: object = {}): Promise<Applied> {
    const fact = { column: columnOf(organization, others), outcomes };
    return this.running.platform.bus.requester.apply(judgmentChanged, 'calibration', fact, Call.within());
  }

  post(organization: string, outcomes: OutcomeBody[], effectId?: string, judgment = 'late'): Promise<OutcomesPosted> {
    return this.ask(postOutcomes, { namespace: 'n', judgment, post: { outcomes } }, organization, effectId);
  }

  list(organization: string, query: object = {}): Promise<OutcomeList> {
    return this.ask(listOutcomes, { ...place, ...query }, organization);
  }

  report(organization: string, query: object = {}): Promise<CalibrationReport> {
    return this.ask(readCalibration, { ...place, ...query }, organization);
  }
}
