import { Call } from '@app/bus';
import { LabelRef, PriceScoring, PricedLabel, ScoringPriced, ScoringRow } from '@app/contracts/judgments';
import type { Definition, EngineRef } from '@app/definition';
import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { Engines } from '../copy/engine/engine';
import { EngineService } from '../copy/engine/engine.service';
import type { AskedRow, Label } from './label-context/label';
import { LabelContextService } from './label-context/label-context.service';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { Breather } from './breather';
import { ratedLabel } from './rated-label';

/** Counts what asking alternatives about labelled answers would take. */
@Injectable()
export class PricingService {
  constructor(
    private readonly namespaces: NamespaceStore,
    private readonly engines: EngineService,
    private readonly labels: LabelContextService,
  ) {}

  /** @throws Problem `unavailable` while an engine of a row is not known here */
  async price(query: PriceScoring, call: Call): Promise<ScoringPriced> {
    const { organization, judgment_id: judgmentId, version } = query;
    const rows = query.rows.map(askedRow);
    const engines = await this.engines.readKnowing(rows.map(({ definition }) => definition.engine));
    const weights = rows.map(({ definition }) => weightOf(engines, definition.engine));
    const labels = await this.readLabelsOf(organization, query.labels);
    const found = await this.labels.readFor({ organization, judgmentId, version }, labels, rows, call);
    const breather = new Breather();
    const priced = rows.map(({ alternative }) => ({ alternative, labels: [] as PricedLabel[] }));
    for (const [i, context] of found.contexts.entries()) {
      const from = found.judgmentIn(labels[i].namespace)?.definition;
      for (const [at, row] of rows.entries()) {
        await breather.pause();
        priced[at].labels.push(pricedLabel(ratedLabel(row, weights[at], context, from, found.nowMs)));
      }
    }
    return { rows: priced };
  }

  private async readLabelsOf(organization: string, refs: readonly LabelRef[]): Promise<Label[]> {
    const names = [...new Set(refs.map(({ namespace }) => namespace))];
    const ids = new Map<string, string>();
    for (const namespace of names) ids.set(namespace, await this.namespaces.readKnownIdOf({ organization, namespace }));
    return refs.map(({ namespace, document, answer: answerId }) => ({
      namespace,
      document,
      answerId,
      namespaceId: ids.get(namespace)!,
    }));
  }
}

/** A row of calibration's, which has parsed its definition. */
function askedRow({ alternative, definition, contexts }: ScoringRow): AskedRow {
  return { alternative, definition: definition as Definition, contexts };
}

function weightOf(engines: Engines, ref: EngineRef): number {
  const engine = engines.of(ref);
  if (engine) return engine.weight;
  const sentence = `The engine ${ref.name} ${ref.version} is not known here; try again shortly.`;
  throw new Problem('unavailable', sentence, {}, { retryAfterS: 1 });
}

function pricedLabel(rated: ReturnType<typeof ratedLabel>): PricedLabel {
  if (typeof rated === 'string') return { skipped: rated, units: 0, tokens: 0, hash: null, cut: false };
  const { units, tokens, context } = rated;
  return { skipped: null, units, tokens, hash: context.hash, cut: context.cut };
}
