import { engineNames } from '@app/definition';
import type { EngineName } from '@app/definition';
import { Bool, Int, ListOf, Nested, Num, OneOf, Stamp, Text } from '../field';

export class EngineLimits {
  @Bool({ meaning: 'Whether the engine reads images.' }) images: boolean;
  @Int() max_context_tokens: number;
  @Int() questions_per_request: number;
  @Int() options: number;
  @Int() levels: number;
}

export const engineSources = ['built_in', 'local', 'hosted', 'simulator'] as const;
export type EngineSource = (typeof engineSources)[number];

/** Where the probabilities of a chat model come from. */
export const probabilitySources = ['logprobs', 'stated'] as const;
export type ProbabilitySource = (typeof probabilitySources)[number];

/** What stood behind an engine's name while an epoch was in force; it never changes afterwards. */
export class EpochSource {
  @Text({ meaning: 'Epoch, `current+<date>.<n>`.' }) engine_version: string;
  @OneOf(engineSources) source: EngineSource;
  @OneOf(probabilitySources, {
    nullable: true,
    meaning:
      'Where a chat model’s probabilities came from: those of the first token, or numbers that the model wrote. Null of an engine that gives them itself.',
  })
  probability_source: ProbabilitySource | null;
}
/** The last epochs that a fact about an engine names. A holder has the earlier ones from earlier facts. */
export const epochsPublished = 32;

const circuitStates = ['closed', 'open'] as const;

export class EngineCircuit {
  @OneOf(circuitStates, {
    meaning:
      'open: the engine failed too often and is not asked until it answers a probe. Answers that wait stay stale.',
  })
  state: (typeof circuitStates)[number];
  @Stamp({
    nullable: true,
    meaning: 'Since when it is open, or the engine set up anew while it was; null while closed.',
  })
  since: string | null;
  @Stamp({ nullable: true, meaning: 'When the engine is probed next; null while closed.' })
  next_probe_at: string | null;
}

/** An epoch that answers beside the one in force. */
export class EpochBeside {
  @Text({ meaning: 'Epoch, `current+<date>.<n>`.' }) engine_version: string;
  @Num({ min: 0, max: 1, meaning: 'Its share of the answers of the last hour.' }) share: number;
}

export class EngineView {
  @OneOf(engineNames) name: EngineName;
  @Text({ nullable: true }) version: string | null;
  @Bool() active: boolean;
  @Text({
    nullable: true,
    meaning:
      'The epoch in force, `current+<date>.<n>`: that of most answers of the last hour. Another one takes its place when it leads clearly.',
  })
  engine_version: string | null;
  /** Required once no broker before 0.3.0 answers any more. */
  @ListOf(() => EpochBeside, {
    optional: true,
    meaning:
      'The other epochs that answered in the last hour, those with most answers first: the provider answers under one name in several versions.',
  })
  also?: EpochBeside[];
  @Num({ meaning: 'Weight of its answers in billing, whatever answers behind the name.' }) weight: number;
  @OneOf(engineSources, {
    nullable: true,
    meaning:
      'What answers behind the name. `built_in`: no model is configured for it, so the built-in engine answers, a lexical model that compares words; each active name without configuration stands for it, at its own weight. Null: the name is not active.',
  })
  source: EngineSource | null;
  @Nested(() => EngineLimits) limits: EngineLimits;
  @Num({ nullable: true }) probability_step: number | null;
  /** Required once no broker before 0.3.0 answers any more. */
  @OneOf(probabilitySources, {
    optional: true,
    nullable: true,
    meaning:
      'Of a chat model: `logprobs`, its probabilities are those of its first token; `stated`, it writes them, as it does for a choice of more than 18 options in any case. Null: a decision model, which gives them itself.',
  })
  probability_source?: ProbabilitySource | null;
  /** Required once no broker before 0.1.0 answers any more. */
  @Nested(() => EngineCircuit, {
    optional: true,
    meaning: 'Whether the engine is asked; the same for all organizations.',
  })
  circuit?: EngineCircuit;
}

export class EngineList {
  @ListOf(() => EngineView) engines: EngineView[];
}
