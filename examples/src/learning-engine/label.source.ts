import type { EngineQuestion } from '@app/contracts/engines';

/** A judgment that this engine answers, as the public API describes it. */
export interface SourceJudgment {
  /** Namespace, or template prefix ending in `/*`. */
  where: string;
  name: string;
  question: EngineQuestion;
}

/** What happened, and of which answer it is the label. */
export interface SourceLabel {
  /** Id of the answer of record. */
  answer: string;
  namespace: string;
  document: string;
  /** A class of the question: `true`, an option, '' for the escape, a level. */
  value: string;
  observedAtMs: number;
}

/** Where labels come from: the public API, or a test's fake of it. */
export interface LabelSource {
  /** Id of the organization whose judgments these are. */
  readOrganization(): Promise<string>;
  readJudgments(): AsyncIterable<SourceJudgment>;
  /** Matched outcomes, newest first. */
  readLabels(judgment: SourceJudgment): AsyncIterable<SourceLabel>;
  /** The text that the engine read for an answer; null when it is stored no longer. */
  readContext(judgment: SourceJudgment, label: SourceLabel): Promise<string | null>;
}
