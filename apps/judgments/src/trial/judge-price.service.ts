import { CLOCK, DATABASE } from '@app/boot';
import type { Call } from '@app/bus';
import type { JudgePrice } from '@app/contracts/documents';
import type { JudgmentToPrice, PriceJudging } from '@app/contracts/judgments';
import type { Clock } from '@app/observability';
import { Database } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { readEarlierOf } from '../answer/head.store';
import { EngineService } from '../copy/engine/engine.service';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { CatalogService } from '../judgment/catalog/catalog.service';
import { activeTargets } from '../judgment/catalog/target';
import type { EffectiveJudgment } from '../judgment/definition/judgment';
import { ContextCompiler } from '../question/compiler';
import type { Earlier } from '../question/observation';
import { EstimateService } from '../quote/estimate.service';
import { RatedEngine, unitsOfRead } from '../quote/units-of-read';
import { TrialDocuments } from './trial-documents';

/** Prices a request to judge by the contexts that an engine would read now. */
@Injectable()
export class JudgePriceService {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly catalog: CatalogService,
    private readonly namespaces: NamespaceStore,
    private readonly engines: EngineService,
    private readonly documents: TrialDocuments,
    private readonly estimates: EstimateService,
  ) {}

  /** @throws Problem `not_found` for a document that is gone; whatever keeps one of them from being read */
  async price({ organization, namespace, judgments }: PriceJudging, call: Call): Promise<JudgePrice> {
    const ref = { organization, namespace };
    const ids = judgments.map(({ judgment_id: id }) => id);
    const [inForce, engines, namespaceId] = await Promise.all([
      this.catalog.readInForce(ref, activeTargets(ids)),
      this.engines.readKnown(),
      this.namespaces.readKnownIdOf(ref),
    ]);
    let units = 0;
    for (const toPrice of judgments) {
      const judgment = inForce.get({ judgmentId: toPrice.judgment_id, targetVersion: null });
      if (judgment === undefined || toPrice.documents.length === 0) continue;
      const { weight = 1, limits } = engines.of(judgment.definition.engine) ?? {};
      const engine = { weight, options: limits?.options };
      units += await this.readUnitsOf(namespace, namespaceId, toPrice, { ...judgment, engine }, call);
    }
    const [cost] = await this.estimates.priceUnits(organization, [units]);
    return { judgment_units: units, cost_usd: cost };
  }

  private async readUnitsOf(
    namespace: string,
    namespaceId: string,
    { documents: ids }: JudgmentToPrice,
    judgment: EffectiveJudgment & { engine: RatedEngine },
    call: Call,
  ): Promise<number> {
    const showsEarlier = judgment.definition.context.previous !== undefined;
    const [{ documents }, earlier] = await Promise.all([
      this.documents.readFor(namespace, ids, judgment, call),
      showsEarlier ? readEarlierOf(this.db, namespaceId, judgment.id, ids) : new Map<string, Earlier>(),
    ]);
    const nowMs = this.clock.now();
    let units = 0;
    for (const document of documents) {
      const read = readOrNull(new ContextCompiler(document, nowMs), judgment, earlier.get(document.id) ?? null);
      if (read !== null) units += unitsOfRead(read, judgment.engine);
    }
    return units;
  }
}

/** Null where the context is too large: no engine is asked then. */
function readOrNull(compiler: ContextCompiler, judgment: EffectiveJudgment, earlier: Earlier | null) {
  try {
    return compiler.read(judgment, { head: earlier, earlier }, judgment.id);
  } catch (error) {
    if (error instanceof Problem && error.code === 'too_large') return null;
    throw error;
  }
}
