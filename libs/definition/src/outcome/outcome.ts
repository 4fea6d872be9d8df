import type { Json } from '../reading/value';

/** An outcome rule: when a document matches the filter, its outcome is the value. */
export interface OutcomeRule {
  /** A boolean, an option or a number, by the judgment's type; absent when `escape` is set. */
  value?: boolean | string | number;
  /** Only for a choice: no option fits. Replaces the value. */
  escape?: true;
  /** A filter over `attributes` and `state`, as the client sent it. */
  when: { [member: string]: Json };
}

/** Sources of outcomes other than posts. The setting belongs to no version and may change at any time. */
export interface OutcomeSetting {
  /** The first rule that matches decides. */
  rule?: OutcomeRule[];
  /** Only for a bool: an answer that has no outcome after this duration gets the outcome no. */
  implicit?: { after: string };
}
