import { BUS, CLOCK, DATABASE, EFFECTS } from '@app/boot';
import { Bus, Call, RawReply } from '@app/bus';
import { openBlock } from '@app/contracts/billing';
import { RepeatabilityReply, StartRepeatability, repeatBounds } from '@app/contracts/calibration';
import type { Clock } from '@app/observability';
import { Database, Effects, JobRow, Jobs, Outcome, Tx, jobView, killPoint } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { namespacesOf, packPlan, unitsByNamespace, unpackPlan } from '../alternative/quote/plan';
import { engineOf } from '../alternative/subject/candidate';
import { ActiveJudgment, SubjectService } from '../alternative/subject/subject.service';
import { NamespaceGate } from '../judgment/namespace-gate';
import { RepeatQuoteService, RepeatSize } from './repeat-quote.service';
import { mismatch, refuseOther, refusedMoney, running } from './refusal';
import { RepeatRun, repeatRunId, repeatRunType } from './run';
import { addQuote, beginRun, findOpen, findRun, quoteHours, readPlanOf, setJobOf } from './run.store';

/** Quotes runs that ask an engine again, and starts them once the caller confirms: money is held before anything is asked. */
@Injectable()
export class StartRepeatService {
  constructor(
    private readonly subjects: SubjectService,
    private readonly quotes: RepeatQuoteService,
    private readonly gate: NamespaceGate,
    private readonly jobs: Jobs,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(BUS) private readonly bus: Pick<Bus, 'requester'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Answers the price and a token without `confirm`; with it the job. The same token again answers the same job.
   * @throws Problem `not_found`; `conflict` (`inherited`, `composite`, `deleting`, `few_answers`, `confirm_mismatch`, `running`);
   *   `budget_exceeded`; `plan_required`
   */
  async start({ namespace, judgment: name, repeat }: StartRepeatability, call: Call): Promise<RawReply> {
    const before = await this.effects.find(call.effectId);
    if (before) return RawReply.of(before);
    const { organization } = call.who;
    const found = await this.subjects.find(organization, namespace, name);
    refuseOther(found, namespace, name);
    await this.gate.assertWritable({ organization, namespace }, call);
    const active = await this.subjects.readActive(organization, found, call);
    const size = {
      answers: repeat.answers ?? repeatBounds.answers.usual,
      times: repeat.times ?? repeatBounds.times.usual,
    };
    const { confirm } = repeat;
    const outcome = confirm === undefined ? this.quote(active, size, call) : this.confirm(active, size, confirm, call);
    return RawReply.of(await outcome);
  }

  private async quote(active: ActiveJudgment, size: RepeatSize, call: Call): Promise<Outcome> {
    const { key, plan, estimate } = await this.quotes.price(call.who.organization, active, size, call);
    const packed = await packPlan(plan);
    return this.effects.runOnce('calibration.repeat-quote', call, async (tx) => {
      const run = repeatRunId(randomBytes(16).toString('hex'));
      const { name } = active.judgment;
      await addQuote(tx, key, { run, name, plan: packed, answers: size.answers, estimate });
      return outcomeOf(200, { status: 'confirmation_required', confirm: run, estimate });
    });
  }

  private async confirm(active: ActiveJudgment, size: RepeatSize, token: string, call: Call): Promise<Outcome> {
    const { judgment_id, scope } = active.judgment;
    const key = { organization: call.who.organization, judgment_id, scope };
    // Read before the run: another confirm of the same token may begin it at any time, and is then seen below.
    const open = await findOpen(this.database, key);
    const run = await findRun(this.database, token, key);
    if (!run) throw mismatch('No quote of this judgment has this token');
    if (run.job !== null) return this.answerAgain(run.run, run.job, call);
    this.assertFresh(run, active, size);
    if (open) throw running(open.job);
    const block = await this.hold(run, call);
    await killPoint('calibration.repeat.held');
    return this.effects.runOnce('calibration.repeat-begin', call, (tx) => this.begin(tx, run, block));
  }

  /** @throws Problem `conflict`, reason `confirm_mismatch` */
  private assertFresh(run: RepeatRun, { judgment, active, engines }: ActiveJudgment, size: RepeatSize): void {
    const isOld = this.clock.now() - run.priced_at.getTime() > quoteHours * 3_600_000;
    if (isOld) throw mismatch('The quote is older than an hour');
    const isOther = run.estimate.times !== size.times || run.answers !== size.answers;
    if (isOther) throw mismatch('The quote is of other `answers` or `times`');
    const epoch = engineOf(engines, active.engine)?.engine_version ?? null;
    const isSame = run.version === judgment.active_version && run.engine_version === epoch;
    if (!isSame) throw mismatch('Another version or another epoch of its engine answers since the quote');
  }

  private async hold(run: RepeatRun, call: Call): Promise<string> {
    const packed = await readPlanOf(this.database, run.run);
    if (!packed) throw mismatch('The quote has been replaced');
    const plan = await unpackPlan(packed);
    const namespaces = namespacesOf(plan);
    const items = plan.rows.map((row) => ({
      units: unitsByNamespace(plan, row, namespaces),
      cost_usd: row.costUsd,
    }));
    const { organization, run: block } = run;
    const opened = await this.bus.requester.ask(openBlock, { organization, block, namespaces, items }, call.hop());
    if (opened.refusal === null) return block;
    if (opened.refusal === 'quote_changed') throw mismatch('Judging costs something else since the quote');
    throw refusedMoney(opened, call.caller?.plan ?? 'team');
  }

  private async begin(tx: Tx, run: RepeatRun, block: string): Promise<Outcome> {
    if (!(await beginRun(tx, run, block))) {
      const now = await findRun(tx, run.run);
      if (now?.job) return readStartedOf(tx, now, now.job);
      const open = await findOpen(tx, run);
      throw open ? running(open.job) : mismatch('The quote has been replaced');
    }
    const { organization, scope: namespace, judgment_id, name: judgment } = run;
    const request = { judgment, judgment_id, run: run.run };
    const total = run.estimate.asks;
    const job = await this.jobs.add(tx, { organization, type: repeatRunType, namespace, request, total });
    await setJobOf(tx, run.run, job.id);
    return started(run, job);
  }

  /** Read in a transaction that sees the run: the job of a run that is stored is never missing. */
  private answerAgain(token: string, job: string, call: Call): Promise<Outcome> {
    return this.effects.runOnce('calibration.repeat-again', call, async (tx) => {
      const run = await findRun(tx, token);
      if (!run) throw mismatch('The run of this token has ended');
      return readStartedOf(tx, run, job);
    });
  }
}

async function readStartedOf(tx: Tx, run: RepeatRun, job: string): Promise<Outcome> {
  const { rows } = await tx.query<JobRow>('select * from job where id = $1', [job]);
  return started(run, rows[0]);
}

function started({ estimate }: RepeatRun, job: JobRow): Outcome {
  return outcomeOf(201, { status: 'started', confirm: null, estimate, job: jobView(job) });
}

function outcomeOf(status: number, reply: RepeatabilityReply): Outcome {
  return { status, body: JSON.stringify(reply) };
}
