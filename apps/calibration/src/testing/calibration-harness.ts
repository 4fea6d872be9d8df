import { Running } from '@app/boot';
import { Call } from '@app/bus';
import { RequestServer } from '@app/bus/testing';
import { Caller, FactMessage, RequestMessage } from '@app/contracts';
import {
  CalibrationReport,
  OutcomeBody,
  OutcomeList,
  OutcomesPosted,
  listOutcomes,
  postOutcomes,
  readCalibration,
} from '@app/contracts/calibration';
import { Applied, JudgmentSnapshot } from '@app/contracts/documents';
import { judgmentChanged } from '@app/contracts/judgments';
import { Metrics } from '@app/observability';
import { Database, Jobs, armKillPoints } from '@app/persistence';
import { Override, callerOf, ensureStreams, freshSchema, startService } from '@app/testing';
import { calibrationSchema } from '../app.schema';
import { calibrationService } from '../app.service';
import { FakeJudgments } from './fake-judgments';
import { snapshotOf } from './samples';

const late = { namespace: 'n', judgment: 'late' };

/** Starts calibration on an empty database, with the streams of all services. */
export async function openCalibration(overrides: Override[] = []): Promise<CalibrationHarness> {
  await freshSchema(calibrationSchema);
  return reopenCalibration(overrides);
}

/** Starts calibration on the data that an earlier process left. */
export async function reopenCalibration(overrides: Override[] = []): Promise<CalibrationHarness> {
  const running = await startService(calibrationService, { overrides });
  await ensureStreams(running);
  return new CalibrationHarness(running);
}

/** Calibration as its gateway calls it, with fake judgments that a spec fills. */
export class CalibrationHarness {
  judgments = new FakeJudgments();
  private server!: RequestServer;

  constructor(private readonly running: Running) {}

  get database(): Database {
    return this.running.platform.database;
  }

  /** Serves new fake judgments without answers; call it before each test. */
  startJudgments(): void {
    const { bus, logger } = this.running.platform;
    this.judgments = new FakeJudgments();
    this.server = new RequestServer(bus.connection, logger, new Metrics('judgments', 'fake'));
    this.judgments.table.forEach((entry) => this.server.serve(entry));
  }

  /** Stops the fake judgments and disarms kill points; call it after each test. */
  async stopJudgments(): Promise<void> {
    armKillPoints(() => undefined);
    await this.server.drain();
  }

  /**
   * Ends the rest of each job and each free run between two looks at it, which takes seconds in which nothing happens.
   * A look that is under way stays: its lease is a minute.
   */
  async endRests(): Promise<void> {
    const isRest = `lease_until < app.now() + interval '30 seconds'`;
    await this.database.query(`update alternative_run set lease_until = null where state <> 'ended' and ${isRest}`);
    const { rows } = await this.database.query<{ id: string }>(
      `update job set lease_until = null where status = 'running' and ${isRest} returning id`,
    );
    // Wakes the loops of workers.
    for (const { id } of rows) await this.running.app.get(Jobs, { strict: false }).leave(id);
  }

  stop(): Promise<void> {
    return this.running.stop();
  }

  ask<Q extends object, R extends object>(
    message: RequestMessage<Q, R>,
    query: Q,
    organization: string,
    effectId?: string,
    who: Partial<Caller> = {},
  ): Promise<R> {
    const call = new Call(Date.now() + 20_000, callerOf(organization, who), effectId);
    return this.running.platform.bus.requester.ask(message, query, call);
  }

  /** Publishes a fact into its stream, as its owner's relay does. */
  async publish<P extends object>(message: FactMessage<P>, payload: P): Promise<void> {
    await this.running.platform.bus.connection.js.publish(message.subject, JSON.stringify(payload));
  }

  /** Replicates a judgment to calibration, as judgments does before it answers its caller. */
  applyJudgment(
    organization: string,
    others: Partial<JudgmentSnapshot> = {},
    outcomes: object = {},
    alternatives?: object,
    queue?: object,
  ): Promise<Applied> {
    const fact = { column: snapshotOf(organization, others), outcomes, alternatives, queue };
    return this.running.platform.bus.requester.apply(judgmentChanged, 'calibration', fact, Call.within());
  }

  /** Has calibration apply a replicated fact, as its owner does before it answers. */
  applyFact<P extends object>(message: FactMessage<P>, fact: P, call: Call): Promise<Applied> {
    return this.running.platform.bus.requester.apply(message, 'calibration', fact, call);
  }

  post(organization: string, outcomes: OutcomeBody[], effectId?: string, judgment = 'late'): Promise<OutcomesPosted> {
    return this.ask(postOutcomes, { namespace: 'n', judgment, post: { outcomes } }, organization, effectId);
  }

  list(organization: string, query: object = {}): Promise<OutcomeList> {
    return this.ask(listOutcomes, { ...late, ...query }, organization);
  }

  report(organization: string, query: object = {}): Promise<CalibrationReport> {
    return this.ask(readCalibration, { ...late, ...query }, organization);
  }
}
