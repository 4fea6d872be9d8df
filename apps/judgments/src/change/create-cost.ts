import { DATABASE } from '@app/boot';
import type { Call } from '@app/bus';
import { JudgmentRef, Warning } from '@app/contracts';
import { EstimateView, JudgmentChange } from '@app/contracts/judgments';
import { Definition, definitionHash } from '@app/definition';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { outdatedBy } from '../backfill/backfill';
import { BackfillQuotes } from '../backfill/backfill-quotes';
import { JudgmentService } from '../judgment/catalog/judgment.service';
import { Costed, outcomeOf } from './commit/change';
import type { Judgment } from '../judgment/definition/judgment';
import { findJudgmentNamed } from '../judgment/definition/judgment.store';
import { CreateRequest, refuseInactiveFirst } from '../judgment/definition/request';
import { VersionRow, readVersionByHash } from '../judgment/definition/version.store';
import { refuseUnsound } from '../judgment/graph/graph';
import { Costing, EstimateService, Existing } from '../quote/estimate.service';
import { QuoteService } from '../quote/quote.service';
import { SampleService } from '../judgment/definition/sample.service';
import { toChange, toConfirm } from './change-view';
import { freshnessAfter, mustConfirm } from './confirm';
import { WarningService } from './warning/warning.service';

/** What a create costs, as its reply shows it. */
export interface CreateCosting extends Pick<JudgmentChange, 'estimate' | 'warnings'> {
  /** The caller has confirmed that judging follows changes of other documents. */
  isFollowing: boolean;
  /** Confirmed cost of judging the stored documents; null for a create without a backfill. */
  backfill: EstimateView | null;
}

/** Prices creates. A dry run, and a create whose cost the caller has to confirm, end here. */
@Injectable()
export class CreateCost {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly judgments: JudgmentService,
    private readonly estimates: EstimateService,
    private readonly quotes: QuoteService,
    private readonly backfills: BackfillQuotes,
    private readonly samples: SampleService,
    private readonly warnings: WarningService,
  ) {}

  async readFor(ref: JudgmentRef, request: CreateRequest, call: Call): Promise<Costed<CreateCosting>> {
    const present = await findJudgmentNamed(this.db, ref);
    refuseInactiveFirst(present, request);
    // The commit decides; nobody should be asked to confirm the cost of what it refuses.
    if (request.isActivated) await refuseUnsound(this.db, { ...ref, definition: request.definition });
    const known = await this.readVersionOf(present, request.definition);
    const isQuoted = request.isBackfilled || mustConfirm(present, request);
    if (isQuoted && !request.isDryRun) return this.quote(ref, present, known, request);
    const { definition, isDryRun } = request;
    const { organization, scope: namespace } = ref;
    const input = { organization, namespace, definition, freshness: freshnessAfter(present, request) };
    const { estimate, ...sample } = await this.estimates.readCostOrNull(input);
    const warnings = await this.readWarnings(ref, present, request, sample);
    if (!isDryRun) return { cost: { estimate, warnings, isFollowing: false, backfill: null } };
    const contexts = await this.samples.readContexts(namespace, definition, call);
    const settings = await this.judgments.readSettings(present ?? request, ref);
    const dryRun = toChange({
      status: 'dry_run',
      judgment: null,
      version: known?.version ?? null,
      definition,
      settings,
      estimate,
      warnings,
      contexts,
    });
    return { reply: outcomeOf(200, dryRun) };
  }

  /** One token confirms both what is judged from now on and the backfill. */
  private async quote(
    ref: JudgmentRef,
    present: Judgment | null,
    known: VersionRow | null,
    request: CreateRequest,
  ): Promise<Costed<CreateCosting>> {
    const { definition, isBackfilled, confirm } = request;
    const freshness = freshnessAfter(present, request);
    const what = { ...request, confirm: undefined, inEffect: freshness };
    const { costing, token } = isBackfilled
      ? await this.backfills.quote(
          ref,
          { definition, freshness, existing: existingOf(present, known, definition) },
          what,
          confirm,
        )
      : await this.quotes.quote(ref, { definition, freshness }, what, confirm);
    const { estimate, ...sample } = costing;
    const warnings = await this.readWarnings(ref, present, request, sample);
    if (token !== null) {
      const settings = await this.judgments.readSettings(present ?? request, ref);
      const more = { version: known?.version ?? null, warnings };
      return { reply: outcomeOf(200, toConfirm({ definition, settings }, estimate, token, more)) };
    }
    const isFollowing = mustConfirm(present, request);
    return { cost: { estimate, warnings, isFollowing, backfill: isBackfilled ? estimate : null } };
  }

  /** The version that a definition equals; null for a new one. */
  private async readVersionOf(present: Judgment | null, definition: Definition): Promise<VersionRow | null> {
    return present && (await readVersionByHash(this.db, present.rowId, definitionHash(definition)));
  }

  private readWarnings(
    ref: JudgmentRef,
    present: Judgment | null,
    request: CreateRequest,
    sample: Omit<Costing, 'estimate'>,
  ): Promise<Warning[]> {
    const { definition, thresholds } = request;
    const freshness = freshnessAfter(present, request);
    return this.warnings.readFor(ref, { definition, freshness, thresholds, present, ...sample });
  }
}

/** For a definition that is a version already, the documents without a fresh answer of it; undefined for a new one. */
function existingOf(present: Judgment | null, known: VersionRow | null, definition: Definition): Existing | undefined {
  return present && known ? outdatedBy(present, known.version, definition) : undefined;
}
