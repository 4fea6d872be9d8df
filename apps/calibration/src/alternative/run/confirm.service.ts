import { BUS, CLOCK, DATABASE, EFFECTS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { openBlock } from '@app/contracts/billing';
import { RunAlternatives } from '@app/contracts/calibration';
import type { Clock } from '@app/observability';
import { Database, Effects, JobRow, Jobs, Outcome, Tx, jobView, killPoint } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { NamespaceGate } from '../../judgment/namespace-gate';
import { tableValues } from '../sample/key';
import { Plan, namespacesOf, unitsByNamespace, unpackPlan } from '../quote/plan';
import { PricedQuote, findQuote, lockQuote, moveQuote, readPriced } from '../quote/quote.store';
import { refuseBare } from '../table-state/refusal';
import { TableService } from '../table-state/table.service';
import { freezeSample } from '../sample/month.store';
import { assertActive } from '../subject/alternative.store';
import { findOpenRun } from '../subject/latest-run.store';
import { RunRow } from '../subject/run-row';
import { Subject } from '../subject/subject';
import { SubjectService } from '../subject/subject.service';
import { addRun, setJob } from './run.store';
import { keepSkips } from './skips';
import { changed, refuseScored, refuseUnlabelled, refused, running } from './confirm-refusal';
import { alternativesRunType } from './job-type';
import { runIdOf } from './run-id';

/** A run that somebody confirmed, before it is stored. */
interface Confirmed {
  subject: Subject;
  quote: PricedQuote;
  run: string;
  block: string | null;
  automatic: boolean;
}

/** Confirms quotes: holds the money of all that is unscored, and starts the job that scores it. */
@Injectable()
export class ConfirmService {
  constructor(
    private readonly subjects: SubjectService,
    private readonly tables: TableService,
    private readonly gate: NamespaceGate,
    private readonly jobs: Jobs,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(BUS) private readonly bus: Pick<Bus, 'requester'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The same generation again answers the same job while its run is open.
   * @throws Problem `not_found`; `conflict` (`inherited`, `composite`, `running`, `quote_changed`, `nothing_to_score`);
   *   `insufficient_labels` without a fit; `budget_exceeded`; `plan_required`
   */
  async run({ namespace, judgment: name, run }: RunAlternatives, call: Call): Promise<Outcome> {
    const before = await this.effects.find(call.effectId);
    if (before) return before;
    const { organization } = call.who;
    const judgment = await this.subjects.find(organization, namespace, name);
    refuseBare(judgment, namespace, name);
    await this.gate.assertWritable({ organization, namespace }, call);
    const subject = await this.subjects.load(organization, judgment, call);
    return this.confirm(subject, run.quote_generation, call);
  }

  private async confirm(subject: Subject, generation: number, call: Call): Promise<Outcome> {
    if (subject.run) return this.confirmAgain(subject.run, generation, call);
    refuseUnlabelled(subject);
    refuseScored(subject);
    const quote = await this.tables.readQuoteOf(subject);
    const isSame = quote !== null && Number(quote.generation) === generation && quote.status === 'ready';
    if (!isSame) {
      // A run may have begun since the subject was read; its generation is then the one that was sent.
      const open = await findOpenRun(this.database, subject.key);
      if (open) return this.confirmAgain(open, generation, call);
      throw changed(quote);
    }
    const priced = await readPriced(this.database, subject.key, quote.generation);
    if (!priced) throw changed(await findQuote(this.database, subject.key));
    return this.begin(subject, priced, false, call);
  }

  /**
   * Holds the money of a priced quote and stores its run.
   * @param automatic whether the service confirms by itself, as the judgment's setting asks
   */
  async begin(subject: Subject, quote: PricedQuote, automatic: boolean, call: Call): Promise<Outcome> {
    const run = runIdOf(...tableValues(subject.key), quote.generation, automatic);
    const block = await this.hold(subject, quote, run, call);
    await killPoint('calibration.alternatives.held');
    return this.store({ subject, quote, run, block, automatic }, call);
  }

  /** @throws Problem `conflict`, reason `running`, when the open run is of another quote */
  private async confirmAgain(open: RunRow, generation: number, call: Call): Promise<Outcome> {
    if (Number(open.generation) !== generation || open.job === null) throw running(open);
    const { job } = open;
    return this.effects.runOnce('calibration.alternatives-again', call, (tx) => readReplyOf(tx, job));
  }

  /** @returns the block, or null when there is nothing to pay for */
  private async hold(subject: Subject, quote: PricedQuote, run: string, call: Call): Promise<string | null> {
    const plan = await unpackPlan(quote.priced);
    const paid = plan.rows.filter(({ asks }) => asks.some(({ units }) => units > 0));
    if (paid.length === 0) return null;
    const namespaces = namespacesOf(plan);
    const { organization } = subject.key;
    const items = paid.map((row) => ({ units: unitsByNamespace(plan, row, namespaces), cost_usd: row.costUsd }));
    const opened = await this.bus.requester.ask(openBlock, { organization, block: run, namespaces, items }, call.hop());
    if (opened.refusal === null) return run;
    if (opened.refusal === 'quote_changed') {
      await moveQuote(this.database, subject.key, quote.generation);
      throw changed(await findQuote(this.database, subject.key));
    }
    // Only a caller is shown it; the service itself confirms from Team on.
    throw refused(opened, call.caller?.plan ?? 'team');
  }

  private async store(confirmed: Confirmed, call: Call): Promise<Outcome> {
    const { subject, quote, run } = confirmed;
    const plan = await unpackPlan(quote.priced);
    return this.effects.runOnce('calibration.alternatives-run', call, async (tx) => {
      const isStored = await this.addRun(tx, confirmed, plan);
      if (!isStored) {
        const open = await findOpenRun(tx, subject.key);
        if (open?.run !== run || open.job === null) throw open ? running(open) : changed(quote);
        return readReplyOf(tx, open.job);
      }
      const { organization, scope: namespace, judgment_id } = subject.key;
      const total = plan.rows.reduce((sum, { asks, skipped }) => sum + asks.length + skipped.length, 0);
      const request = { judgment: subject.judgment.name, judgment_id, run, plan: call.caller?.plan ?? 'team' };
      const job = await this.jobs.add(tx, { organization, type: alternativesRunType, namespace, request, total });
      await setJob(tx, run, job.id);
      return { status: 202, body: JSON.stringify(jobView(job)) };
    });
  }

  /** @returns false when a run is open */
  private async addRun(tx: Tx, confirmed: Confirmed, plan: Plan): Promise<boolean> {
    const { subject, quote, run, block, automatic } = confirmed;
    const { key, judgment, labelled, month } = subject;
    if (!labelled) throw new Error('a quote without labels was confirmed');
    await assertActive(tx, key, judgment.active_version);
    // Confirms of one quote follow one another: each finds the run that the first one stored.
    if (!(await lockQuote(tx, key, quote.generation))) {
      if (await findOpenRun(tx, key)) return false;
      throw changed(await findQuote(tx, key));
    }
    const isAdded = await addRun(tx, {
      ...labelled.key,
      run,
      name: judgment.name,
      generation: quote.generation,
      free: false,
      automatic,
      job: null,
      block,
      plan: quote.priced,
      rows: plan.rows.map(({ id }) => id),
      detectable: quote.body?.detectable ?? null,
    });
    if (!isAdded) return false;
    await keepSkips(tx, { ...key, run }, plan, new Date(this.clock.now()));
    await freezeSample(
      tx,
      labelled.key,
      month,
      plan.labels.map(({ answer }) => answer),
    );
    return true;
  }
}

/** Read in the transaction that holds the run: the job of a run that is stored is never missing. */
async function readReplyOf(tx: Tx, job: string): Promise<Outcome> {
  const { rows } = await tx.query<JobRow>('select * from job where id = $1', [job]);
  return { status: 202, body: JSON.stringify(jobView(rows[0])) };
}
