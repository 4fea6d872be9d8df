import { DATABASE } from '@app/boot';
import { Call, RawReply } from '@app/bus';
import { BackfillBody, Caller, EstimateView, JobView, StartBackfill } from '@app/contracts';
import { Definition, Freshness, definitionHash, isTemplate } from '@app/definition';
import { parseFilter } from '@app/filter';
import { Database, JobRow, Tx, jobView } from '@app/persistence';
import { Problem, notAvailableYet } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { EngineService } from '../engine/engine.service';
import { AnnouncementService } from '../judgment/announcement.service';
import { ConfirmService, Costing } from '../judgment/confirm.service';
import { EstimateService } from '../judgment/estimate.service';
import { EffectiveJudgment, Judgment } from '../judgment/judgment';
import { JudgmentService } from '../judgment/judgment.service';
import { Chosen } from '../judgment/stored.service';
import { NamespaceStore } from '../namespace/namespace.store';
import { SlowChanges } from '../slow/slow-change.service';
import { Place, Work, outcomeOf } from '../slow/work';
import { BackfillRequest, backfillType, choiceOf, missingOrStale } from './backfill';
import { BackfillStore } from './backfill.store';
import { shapesOf } from './shapes';

/** Documents whose contexts are compiled for a quote; up to so many it is exact. */
const quoted = 2000;
/** A backfill that begins with a change waits so long for the holders to be told of it. */
const heldS = 60;

/** Begins backfills: what they cost first, then, confirmed, their job. */
@Injectable()
export class BackfillStarts {
  constructor(
    private readonly store: BackfillStore,
    private readonly judgments: JudgmentService,
    private readonly namespaces: NamespaceStore,
    private readonly engines: EngineService,
    private readonly estimates: EstimateService,
    private readonly confirms: ConfirmService,
    private readonly announcements: AnnouncementService,
    private readonly slow: SlowChanges,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  async start(query: StartBackfill, call: Call): Promise<RawReply> {
    return this.slow.run(await this.starting(query, call.who), call);
  }

  async starting({ namespace, name, backfill }: StartBackfill, who: Caller): Promise<Work<EstimateView>> {
    const place = { organization: who.organization, scope: namespace, name };
    const judgment = await this.judgments.at(place);
    if (backfill.version !== undefined && backfill.version !== judgment.activeVersion)
      throw notAvailableYet('/version');
    await this.checkFilter(place, backfill);
    return {
      type: 'backfill_start',
      place,
      asked: { kind: 'backfill', query: { namespace, name, backfill }, caller: who },
      cost: async () => {
        const { confirm, ...asked } = backfill;
        const { filter = null } = backfill;
        const existing = { filter, judgment: judgment.id, only: choiceOf(backfill) };
        const what = { backfill: asked, definition: definitionHash(judgment.definition) };
        const { costing, token } = await this.confirmed(place, { ...judgment, existing }, what, confirm);
        const { estimate } = costing;
        if (token === null) return { costed: estimate };
        return { reply: outcomeOf(200, { status: 'confirmation_required', confirm: token, estimate }) };
      },
      change: async (tx, estimate) => {
        const request = requestOf(judgment, backfill.filter ?? null, choiceOf(backfill));
        const job = await this.add(tx, place, request, estimate, backfill.max_usd ?? null);
        const outcome = outcomeOf(201, { status: 'started', confirm: null, job, estimate });
        return { outcome, judgment, announcement: null };
      },
    };
  }

  /**
   * The cost of judging what is stored, with a token to confirm it; with the token the cost that it was given for.
   * @throws Problem conflict, reason confirm_mismatch; budget_exceeded when it is confirmed and judging is paused
   */
  async confirmed(
    place: Place,
    of: { definition: Definition; freshness: Freshness; existing?: Omit<Chosen, 'organization' | 'namespace'> },
    what: object,
    confirm: string | undefined,
  ): Promise<{ costing: Costing; token: string | null }> {
    const { definition, freshness, existing } = of;
    if (confirm !== undefined) {
      const costing = this.confirms.read(place, what, confirm);
      await this.refusePaused(place);
      return { costing, token: null };
    }
    const { organization, scope: namespace } = place;
    const weight = (await this.engines.known()).of(definition.engine)?.weight ?? 1;
    const input = { organization, namespace, definition, freshness, weight, existing, sample: quoted };
    const costing = await this.estimates.cost(input);
    return { costing, token: this.confirms.issue(place, what, costing) };
  }

  /** The backfill of a change, in its transaction; it begins when the holders have the change. */
  begin(tx: Tx, place: Place, judgment: Judgment, estimate: EstimateView): Promise<JobView> {
    return this.add(tx, place, requestOf(judgment, null, [...missingOrStale]), estimate, null, heldS);
  }

  /** The same backfill while it is under way is that one. */
  private async add(
    tx: Tx,
    { organization, scope: namespace, name }: Place,
    chosen: Omit<BackfillRequest, 'key'>,
    { existing }: EstimateView,
    maxUsd: number | null,
    wait?: number,
  ): Promise<JobView> {
    const of = [organization, namespace, name, chosen.judgment, chosen.filter, chosen.only ?? null, maxUsd];
    const key = createHash('sha256').update(JSON.stringify(of)).digest('hex');
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [key]);
    const { rows } = await tx.query<JobRow>(
      `select * from job where organization = $1 and type = $2 and status in ('queued', 'running')
         and not cancelled and request ->> 'key' = $3`,
      [organization, backfillType, key],
    );
    if (rows.length > 0) return jobView(rows[0]);
    const request: BackfillRequest = { key, ...chosen };
    const total = existing.documents;
    const spec = { organization, type: backfillType, namespace, request, total, heldS: wait };
    const job = await this.announcements.jobs.add(tx, spec);
    await this.store.add(tx, job.id, maxUsd);
    return jobView(job);
  }

  /** @throws Problem `invalid_request` */
  private async checkFilter({ organization, scope }: Place, { filter }: BackfillBody): Promise<void> {
    if (filter === undefined) return;
    const known = shapesOf(await this.judgments.effective(organization, scope));
    parseFilter(filter, { pointer: '/filter', allow: { answers: true, within: true }, known });
  }

  /** @throws Problem budget_exceeded */
  private async refusePaused({ organization, scope }: Place): Promise<void> {
    if (isTemplate(scope)) return;
    const { paused } = await this.namespaces.get(organization, scope, this.db);
    if (!paused) return;
    const sentence = "The namespace's compute budget is spent; raise it or wait for the next month.";
    throw new Problem('budget_exceeded', sentence);
  }
}

function requestOf(
  { id, name }: Pick<EffectiveJudgment, 'id' | 'name'>,
  filter: object | null,
  only: string[] | undefined,
): Omit<BackfillRequest, 'key'> {
  return { judgment: id, name, filter, ...(only && { only }) };
}
