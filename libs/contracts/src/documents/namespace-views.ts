import { EngineRef } from '../engine-ref';
import { Bool, Int, ListOf, Nested, Num, OneOf, Stamp, Text } from '../field';

export class BudgetView {
  @Num({ min: 0 }) compute_usd_per_month: number;
  @OneOf(['pause']) on_exceeded: 'pause';
}

export class FanoutView {
  @Bool() enabled: boolean;
  @Num({ min: 0, max: 1 }) share: number;
  @Int({ min: 0 }) debounce_ms: number;
  @Int({ min: 0 }) max_wait_ms: number;
  @Int({ min: 0 }) rolling_limit: number;
  @Int({ min: 2 }) block_cap: number;
}

export class NamespaceStats {
  @Int() documents: number;
  @Int() bytes: number;
  @Num() spend_month_usd: number;
  @Num() periodic_cost_usd_per_month: number;
  @Num() freshness_lag_p90_ms: number;
}

export class NamespaceView {
  @Text() name: string;
  @Stamp() created_at: string;
  @Nested(() => BudgetView, { nullable: true }) budget: BudgetView | null;
  @Bool() budget_paused: boolean;
  @Bool() pinned: boolean;
  @Nested(() => EngineRef, { nullable: true }) default_engine: EngineRef | null;
  @Bool() deleting: boolean;
  @Nested(() => NamespaceStats) stats: NamespaceStats;
  @Nested(() => FanoutView) fanout: FanoutView;
}

export class NamespaceItem {
  @Text() name: string;
  @Stamp() created_at: string;
}

/** What some namespaces begin with. */
export class NamespacePrefixView {
  @Text({ meaning: 'Ends with a slash; send it as `prefix` to look below it.' }) prefix: string;
  @Int({ min: 1, max: 1000, meaning: 'Namespaces that begin so; 1,000 stands for 1,000 or more.' }) namespaces: number;
  @Text({ meaning: 'The template prefix whose judgments they inherit.' }) template: string;
}

export class NamespaceList {
  @ListOf(() => NamespaceItem) namespaces: NamespaceItem[];
  @ListOf(() => NamespacePrefixView, { optional: true, meaning: 'With `delimiter` alone; they share its pages.' })
  prefixes?: NamespacePrefixView[];
  @Text({ nullable: true }) next_cursor: string | null;
}
