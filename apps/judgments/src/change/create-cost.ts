import { DATABASE } from '@app/boot';
import type { Call } from '@app/bus';
import { EstimateView, JudgmentChange, JudgmentRef, Warning } from '@app/contracts';
import { Definition, definitionHash } from '@app/definition';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { outdatedBy } from '../backfill/backfill';
import { BackfillQuotes } from '../backfill/backfill-quotes';
import { Costed, outcomeOf } from '../commit/change';
import { judgmentNamed } from '../definition/judgment.store';
import type { CreateRequest } from '../definition/request';
import { versionByHash } from '../definition/version.store';
import { EngineService } from '../engine/engine.service';
import { Costing, EstimateService, Existing } from '../quote/estimate.service';
import { SampleService } from '../suggestion/sample.service';
import { toChange, toConfirm } from './change-view';
import { warningsOf } from './warning';

/** What a create costs, as its reply shows it. */
export interface CreateCosting extends Pick<JudgmentChange, 'estimate' | 'warnings'> {
  /** Confirmed cost of judging the stored documents; null for a create without a backfill. */
  backfill: EstimateView | null;
}

/** Prices creates. A dry run, and a create whose cost the caller has to confirm, end here. */
@Injectable()
export class CreateCost {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly engines: EngineService,
    private readonly estimates: EstimateService,
    private readonly quotes: BackfillQuotes,
    private readonly samples: SampleService,
  ) {}

  async of(ref: JudgmentRef, request: CreateRequest, call: Call): Promise<Costed<CreateCosting>> {
    if (request.isBackfilled && !request.isDryRun) return this.quote(ref, request);
    const { definition, freshness, isDryRun } = request;
    const { organization, scope: namespace } = ref;
    const input = { organization, namespace, definition, freshness };
    const { estimate, ...sample } = await this.estimates.costOrNull(input);
    const warnings = await this.warningsOf(ref, request, sample);
    if (!isDryRun) return { cost: { estimate, warnings, backfill: null } };
    const contexts = await this.samples.contexts(namespace, definition, call);
    const dryRun = {
      status: 'dry_run',
      judgment: null,
      version: null,
      definition,
      estimate,
      warnings,
      contexts,
    } as const;
    return { reply: outcomeOf(200, toChange(dryRun)) };
  }

  private async quote(ref: JudgmentRef, request: CreateRequest): Promise<Costed<CreateCosting>> {
    const { definition, freshness, confirm } = request;
    const what = { ...request, confirm: undefined };
    const existing = await this.existingOf(ref, definition);
    const { costing, token } = await this.quotes.quote(ref, { definition, freshness, existing }, what, confirm);
    const { estimate, ...sample } = costing;
    const warnings = await this.warningsOf(ref, request, sample);
    if (token === null) return { cost: { estimate, warnings, backfill: estimate } };
    return { reply: outcomeOf(200, toConfirm(definition, estimate, token, warnings)) };
  }

  /** For a definition that is a version already, the documents without a fresh answer of it; undefined for a new one. */
  private async existingOf(ref: JudgmentRef, definition: Definition): Promise<Existing | undefined> {
    const current = await judgmentNamed(this.db, ref);
    const known = current && (await versionByHash(this.db, current.rowId, definitionHash(definition)));
    return known ? outdatedBy(current, known.version, definition) : undefined;
  }

  private async warningsOf(
    ref: JudgmentRef,
    request: CreateRequest,
    sample: Omit<Costing, 'estimate'>,
  ): Promise<Warning[]> {
    const engine = this.engines.current().of(request.definition.engine);
    const present = await judgmentNamed(this.db, ref);
    return warningsOf({ ...request, ...sample, present, probabilityStep: engine?.probabilityStep ?? null });
  }
}
