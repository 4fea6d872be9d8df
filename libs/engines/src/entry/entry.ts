import type { Dialect, ImageMode } from './dialect';

export type ErrorStyle = 'typesafe' | 'openai' | 'flat' | 'auto';
export type EngineSource = 'built_in' | 'local' | 'hosted' | 'simulator';

export interface EngineLimits {
  /** Questions of one request. */
  questions: number;
  /** Options of one choice, with the escape. */
  options: number;
  levels: number;
  /** Images of one request, for an engine that reads images. */
  images: number;
  /** Tokens of one request. */
  tokens: number;
  /** Tokens of the context and the longest question. */
  question_tokens: number;
  /** Bytes of a request body. */
  body: number;
}

export interface EngineRate {
  /** Null when the engine has no such limit. */
  requests_per_s: number | null;
  tokens_per_s: number | null;
  in_flight: number;
}

/**
 * Where a chat model's probabilities come from: those of the first token, or numbers that the model writes. `null` of an
 * entry: the engine is a decision model, and gives them itself.
 */
export type ProbabilitySource = 'logprobs' | 'stated';

/** Alternatives that servers list for a token at most. */
export const maxAlternatives = 20;

/** How a chat model is spoken to (docs/engines.md#chat-models). */
export interface ChatSettings {
  wire: 'openai' | 'anthropic';
  reads: ProbabilitySource;
  /** Alternatives of a token that the server lists at most, 3 to 20. Questions of more options or levels than two less are stated. */
  alternatives: number;
  /** The header that carries the key. */
  auth: 'bearer' | 'api-key' | 'x-api-key';
  /** Members of every request beside ours, such as those that switch reasoning off. */
  members: Readonly<Record<string, unknown>>;
  /** Headers of every request beside ours. */
  headers: Readonly<Record<string, string>>;
}

/** One engine as the operator configures it (docs/engines.md#engine-entries). */
export interface EngineEntry {
  /** The engine's public name, such as `jev`. */
  name: string;
  dialect: Dialect;
  /** Shape of the vendor's error bodies; `auto` tries every shape. */
  error_style: ErrorStyle;
  base_url: string;
  path: string;
  model: string;
  key: string | null;
  image_mode: ImageMode;
  /** `single` sends one question a request; `joint` means that answers depend on the other questions of the request. */
  batch: 'independent' | 'joint' | 'single';
  limits: EngineLimits;
  /** Grid of the probabilities that the engine prints; null when it prints full floats. */
  probability_step: number | null;
  /** Logit, log loss and calibration limit probabilities to [floor, 1 - floor]; nothing else does. */
  floor: number;
  rate: EngineRate;
  /** `response`: the model that a reply names is the version; `config`: this entry's model is, whatever a reply names. */
  version_from: 'response' | 'config';
  /** Whether the broker asks the engine fixed questions once a UTC day and opens an epoch when the answers have moved. */
  canary: boolean;
  source: EngineSource;
  /** Billing weight, published by `GET /engines`. */
  weight: number;
  /** Of a chat model; null for every other dialect. */
  chat: ChatSettings | null;
  /** Time-out of one attempt; null for the dialect's, which grows with questions and tokens. */
  timeout_ms: number | null;
}
