import { Bool, Int, ListOf, Nested, Num, OneOf, Stamp, Text, Values } from '../../field';
import { AlternativeId } from './id';

/**
 * What the engine reads for a row: `stored` the context that the labelled answer read, `narrowed` cut from it exactly, `live`
 * compiled from the documents of today.
 */
export const contextKinds = ['stored', 'narrowed', 'live'] as const;
export type ContextKind = (typeof contextKinds)[number];

const units = {
  min: 0,
  meaning: 'Need not be an integer: a further part of a request costs a quarter, and an engine has a weight.',
};

export class QuotedAlternative {
  @AlternativeId() id: string;
  @OneOf(contextKinds) contexts: ContextKind;
  @Int({ min: 0, meaning: 'Labelled answers that would be asked about.' }) labels: number;
  @Int({ min: 0 }) tokens: number;
  @Num(units) judgment_units: number;
  @Num({ min: 0 }) cost_usd: number;
  @Bool({ meaning: 'Confirming sends labelled contexts to a provider that is new to the namespace.' })
  new_provider: boolean;
}
/** The smallest gain that the run could call `better`. */
export class DetectableGain {
  @Num({ min: 0, meaning: 'In nats.' }) log_loss: number;
  @Num({ nullable: true }) auroc: number | null;
  @Int({ min: 1, meaning: 'The alternatives that it is corrected for.' }) k: number;
}
/** A backfill that a `live` recipe needs first, when it selects by the answer of another judgment. */
export class QuotedUpstream {
  @AlternativeId() alternative: string;
  @Text() judgment: string;
  @Int({ min: 0 }) documents: number;
  @Num(units) judgment_units: number;
  @Num({ min: 0 }) cost_usd: number;
}
/** The price of what is unscored. */
export class AlternativesQuote {
  @OneOf(['ready', 'quoting']) status: 'ready' | 'quoting';
  @Int({ min: 0, meaning: 'Moves whenever alternatives, outcomes or engines change; sent to confirm this quote.' })
  generation: number;
  @Stamp({ nullable: true }) computed_at: string | null;
  @Int({ min: 0 }) labels: number;
  @ListOf(() => QuotedAlternative) alternatives: QuotedAlternative[];
  @Num(units) judgment_units: number;
  @Int({ min: 0 }) tokens: number;
  @Num({ min: 0 }) cost_usd: number;
  @Nested(() => DetectableGain) detectable: DetectableGain;
  @Values(
    { type: 'string' },
    { meaning: '`name version` of engines that would get labelled contexts for the first time.' },
  )
  new_providers: string[];
  @ListOf(() => QuotedUpstream) upstream: QuotedUpstream[];
  @Text({ nullable: true, meaning: 'Why nothing could be priced.' }) reason: string | null;
}
