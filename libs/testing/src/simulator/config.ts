import type { SimClock } from './clock';

export type Rounding = 'none' | `grid:${number}` | `decimals:${number}`;

/** Adds to an item's logit when both texts occur, so that a demonstration makes sense. */
export interface BonusRule {
  /** Text looked for in the rendered state, lower case. */
  when: string;
  /** Text looked for in the instructions, lower case. */
  question: string;
  /** Only for the option or level whose text holds this. */
  option?: string;
  add: number;
}

/**
 * A planted answer; the texts match when they occur. Probabilities are keyed by the option's text. `written` is the number that
 * stands after this word in what is read, such as 0.42 after `chance`.
 */
export interface Script {
  match: { question?: string; state?: string };
  answer: { p: number } | { written: string } | { probs: Record<string, number> } | { level_probs: number[] };
}

export interface FaultRule {
  /** Only the request of this number, counted from 1. */
  nth?: number;
  every?: number;
  /** From this request on. */
  from?: number;
  probability?: number;
  when?: { model?: string; question?: string };
  fault: string;
}

/** Milliseconds: base + per_question a question + per_1k_tokens + jitter drawn repeatably. */
export interface Latency {
  base: number;
  per_question: number;
  per_1k_tokens: number;
  jitter: number;
  cold_start: number;
}

export interface SimConfig {
  /** 0: any free port. */
  port: number;
  seed: string;
  /** Opens the control routes and the X-Sim-Fault header. */
  control: boolean;
  /** null: any key that starts with `sim-` is good. */
  keys: string[] | null;
  /** What `jev-latest` resolves to. */
  latest: string;
  /** Chat models that a server of theirs knows; null: any. */
  chat_models: string[] | null;
  /** The version that a reply of chat models names, by the name asked for; a name that is missing is its own version. */
  chat_versions: Record<string, string>;
  /** Versions that answer in turn, each so many requests long and with numbers of its own; null: one version answers. */
  in_turn: { versions: string[]; requests: number } | null;
  /** Members that a server of chat models refuses by name, such as `max_tokens`. */
  refused_members: string[];
  /** Alternatives of a token that a server of chat models lists at most. */
  max_alternatives: number;
  /** What the local server has at hand, as Ollama lists it. */
  local_models: string[];
  sharpness: number;
  /** Factor on each logit: plants over- or under-confidence. */
  skew: number;
  /** Amplitude of noise on each logit, repeatable per run. */
  noise: number;
  /** Answers depend on all the questions of the request. */
  joint: boolean;
  /** `demo` is the shipped set. */
  rules: BonusRule[] | 'demo';
  scripts: Script[];
  /** null: as the dialect does. */
  rounding: Rounding | null;
  /** A top value from here on prints as exactly 1; null: as the dialect does. */
  saturate: number | null;
  fix_sum: boolean;
  /** A number is a fixed time in ms. */
  latency: 'zero' | 'real' | number | Latency;
  rate: 'off' | 'real' | { requests_per_s: number; tokens_per_s: number | null };
  /** Retry-After of a Jev 429, in seconds; null: none. */
  retry_after_s: number | null;
  max_in_flight: { count: number; mode: 'queue' | 'shed' } | null;
  /** Cap on Jev's questions; the vendor has none that is known. */
  max_questions: number | null;
  faults: FaultRule[];
  clock?: SimClock;
}

export const defaultConfig: SimConfig = {
  port: 0,
  seed: 'sim',
  control: false,
  keys: null,
  latest: 'jev-1.13.0',
  chat_models: null,
  chat_versions: {},
  in_turn: null,
  refused_members: [],
  max_alternatives: 20,
  local_models: ['nimble:latest'],
  sharpness: 1,
  skew: 1,
  noise: 0,
  joint: false,
  rules: [],
  scripts: [],
  rounding: null,
  saturate: null,
  fix_sum: false,
  latency: 'zero',
  rate: 'off',
  retry_after_s: null,
  max_in_flight: null,
  max_questions: null,
  faults: [],
};

/** The shipped keyword rules: refund, cancel, angry, broken, urgent, thanks, spam. */
export const demoRules: BonusRule[] = [
  ...['refund', 'cancel', 'broken', 'urgent', 'spam'].map((word) => ({ when: word, question: word, add: 2.5 })),
  ...['refund', 'cancel', 'broken', 'urgent', 'spam'].map((word) => ({
    when: word,
    question: '',
    option: word,
    add: 2,
  })),
  { when: 'angry', question: 'angry', add: 2.5 },
  { when: 'angry', question: 'upset', add: 2 },
  { when: 'money back', question: 'refund', add: 2.5 },
  { when: 'thanks', question: 'angry', add: -2 },
  { when: 'thanks', question: 'upset', add: -2 },
];
