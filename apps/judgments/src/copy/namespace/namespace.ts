import type { FanoutPace } from '@app/contracts/documents';
import type { EngineRef } from '@app/definition';

/** A namespace as judging knows it: its compact id and copies of its settings. */
export interface Namespace {
  /** Leads the keys of large tables. */
  id: string;
  organization: string;
  name: string;
  /** Fills in an engine that a definition leaves out; null stands for the product's default. */
  defaultEngine: EngineRef | null;
  /** The budget is spent, so nothing is judged. */
  paused: boolean;
  fanout: FanoutPace;
}
