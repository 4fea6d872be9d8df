import type { EngineRef } from '@app/definition';

/** A namespace as judging knows it: its compact id and copies of its settings. */
export interface Namespace {
  /** Leads the keys of large tables. */
  id: string;
  organization: string;
  name: string;
  /** Fills in a left-out engine; null is the product's default. */
  defaultEngine: EngineRef | null;
  /** Judging is paused by the budget. */
  paused: boolean;
}
