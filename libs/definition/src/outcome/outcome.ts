import type { Json } from '../definition/definition';

/** What really happened with a document for which a filter over its own members holds. */
export interface OutcomeRule {
  /** Boolean, option or number, as the judgment's type has it; left out beside `escape`. */
  value?: boolean | string | number;
  /** None of the options: of a choice only, in place of a value. */
  escape?: true;
  /** A filter as it was sent, over `attributes` and `state`. */
  when: { [member: string]: Json };
}

/** Where outcomes come from beside those that are posted. Not part of a version: it may change at any time. */
export interface OutcomeSetting {
  /** In order: the first that holds decides. */
  rule?: OutcomeRule[];
  /** Of a bool: an answer without any outcome this long after it was made was followed by nothing. */
  implicit?: { after: string };
}
