import { DATABASE } from '@app/boot';
import { Call, RawReply } from '@app/bus';
import { BackfillBody, Caller, EstimateView, JobView, StartBackfill } from '@app/contracts';
import { Definition, Freshness, definitionHash, isTemplate, requireActive } from '@app/definition';
import { parseFilter } from '@app/filter';
import { Database, JobRow, Jobs, Tx, jobView } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { EngineService } from '../engine/engine.service';
import { ConfirmService, Costing } from '../judgment/confirm.service';
import { EstimateService, Existing } from '../judgment/estimate.service';
import { EffectiveJudgment, Judgment, asVersion, storedActive } from '../judgment/judgment';
import { JudgmentService } from '../judgment/judgment.service';
import { JudgmentStore } from '../judgment/judgment.store';
import { StoredService } from '../judgment/stored.service';
import { NamespaceStore } from '../namespace/namespace.store';
import { SlowChanges } from '../slow/slow-change.service';
import { Place, Work, outcomeOf } from '../slow/work';
import { AheadRequest, ChosenService } from '../version/chosen.service';
import { ExistingAhead } from '../version/existing';
import { BackfillRequest, backfillType, choiceOf, missingOrStale } from './backfill';
import { BackfillStore } from './backfill.store';
import { shapesOf } from './shapes';

/** Documents whose contexts are compiled for a quote; up to so many it is exact. */
const quoted = 2000;

type Asked = Omit<BackfillRequest, 'key'>;

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
    private readonly jobs: Jobs,
    private readonly slow: SlowChanges,
    private readonly versions: JudgmentStore,
    private readonly chosen: ChosenService,
    private readonly stored: StoredService,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  async start(query: StartBackfill, call: Call): Promise<RawReply> {
    return this.slow.run(await this.starting(query, call.who), call);
  }

  async starting({ namespace, name, backfill }: StartBackfill, who: Caller): Promise<Work<EstimateView>> {
    const place = { organization: who.organization, scope: namespace, name };
    const active = await this.judgments.at(place);
    const judgment = await this.versionOf(active, backfill.version);
    await this.checkFilter(place, backfill);
    const request = requestOf(judgment, backfill.filter ?? null, choiceOf(backfill));
    const ahead = judgment === active ? null : aheadOf(judgment, request);
    return {
      type: 'backfill_start',
      place,
      asked: { kind: 'backfill', query: { namespace, name, backfill }, caller: who },
      cost: async () => {
        const { confirm, ...asked } = backfill;
        const { filter, judgment: id, only } = request;
        const existing = ahead ? this.existing(place, ahead) : { filter, judgment: id, only };
        const what = { backfill: asked, definition: definitionHash(judgment.definition) };
        const { costing, token } = await this.confirmed(place, { ...judgment, existing }, what, confirm);
        const { estimate } = costing;
        if (token === null) return { costed: estimate };
        return { reply: outcomeOf(200, { status: 'confirmation_required', confirm: token, estimate }) };
      },
      change: async (tx, estimate) => {
        if (ahead) await this.versions.markAnswered(tx, judgment.row, judgment.activeVersion);
        const total = estimate.existing.documents;
        const job = await this.add(tx, place, ahead ?? request, total, backfill.max_usd ?? null);
        const outcome = outcomeOf(201, { status: 'started', confirm: null, job, estimate });
        return { outcome, judgment: active, announcement: null };
      },
    };
  }

  /**
   * The cost of judging what is stored, with a token to confirm it; with the token the cost that it was given for.
   * @throws Problem conflict, reason confirm_mismatch; budget_exceeded when it is confirmed and judging is paused
   */
  async confirmed(
    place: Place,
    of: { definition: Definition; freshness: Freshness; existing?: Existing },
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
    const request = requestOf(judgment, null, [...missingOrStale]);
    return this.add(tx, place, request, estimate.existing.documents, null, 'queued');
  }

  /**
   * Brings the answers of a version back that becomes active, in the transaction of its activation; asks nothing.
   * @returns null when it has none
   */
  async bringBack(tx: Tx, place: Place, judgment: Judgment): Promise<JobView | null> {
    if (!judgment.isAnswered) return null;
    const request = requestOf(judgment, null, [...missingOrStale]);
    const version = storedActive(judgment);
    return this.add(tx, place, { ...request, version, isFree: true, revision: judgment.revision }, 0, null, 'queued');
  }

  /** The judgment with one of its versions. @throws Problem not_found; engine_version_unavailable */
  private async versionOf(judgment: EffectiveJudgment, version: number | undefined): Promise<EffectiveJudgment> {
    if (version === undefined || version === judgment.activeVersion) return judgment;
    const row = await this.versions.version(undefined, judgment.row, version);
    if (!row) throw new Problem('not_found', `\`${judgment.name}\` has no version ${version}.`);
    requireActive(row.definition.engine, '/version', (await this.engines.known()).active);
    return { ...judgment, ...asVersion(judgment, row) };
  }

  private existing({ organization, scope }: Place, ahead: AheadRequest): ExistingAhead {
    return new ExistingAhead(this.chosen, this.stored, organization, scope, ahead, quoted);
  }

  /** The same backfill while it is under way is that one. */
  private async add(
    tx: Tx,
    { organization, scope: namespace, name }: Place,
    chosen: Asked,
    total: number,
    maxUsd: number | null,
    held?: 'queued',
  ): Promise<JobView> {
    const { judgment, filter, only = null, version = null, isFree = false, revision = 0 } = chosen;
    const of = [organization, namespace, name, judgment, filter, only, maxUsd, version, isFree, revision];
    const key = createHash('sha256').update(JSON.stringify(of)).digest('hex');
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [key]);
    const { rows } = await tx.query<JobRow>(
      `select * from job where organization = $1 and type = $2 and status in ('queued', 'running')
         and not cancelled and request ->> 'key' = $3`,
      [organization, backfillType, key],
    );
    if (rows.length > 0) return jobView(rows[0]);
    const request: BackfillRequest = { key, ...chosen };
    const spec = { organization, type: backfillType, namespace, request, total, held };
    const job = await this.jobs.add(tx, spec);
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
): Asked {
  return { judgment: id, name, filter, ...(only && { only }) };
}

/** A backfill of a version that is not active. */
function aheadOf(judgment: EffectiveJudgment, request: Asked): AheadRequest {
  return { ...request, version: storedActive(judgment), appliesTo: judgment.definition.applies_to ?? null };
}
