import type { Dialect, ImageMode } from './dialect';

export type ErrorStyle = 'typesafe' | 'openai' | 'flat' | 'auto';
export type EngineSource = 'built_in' | 'local' | 'hosted' | 'simulator';

export interface EngineLimits {
  /** Questions of one request. */
  questions: number;
  /** Options of one choice, the escape included. */
  options: number;
  levels: number;
  /** Images of one request, where the engine reads images at all. */
  images: number;
  /** Tokens of one request. */
  tokens: number;
  /** Tokens of the context and the longest question. */
  question_tokens: number;
  /** Bytes of a request body. */
  body: number;
}

export interface EngineRate {
  /** null: the engine sets no such limit. */
  requests_per_s: number | null;
  tokens_per_s: number | null;
  in_flight: number;
}

/** One engine as the operator configures it (docs/engines.md#engine-entries). */
export interface EngineEntry {
  /** The engine's public name, such as `jev`. */
  name: string;
  dialect: Dialect;
  /** Where the vendor's error bodies keep their words; `auto` looks everywhere. */
  error_style: ErrorStyle;
  base_url: string;
  path: string;
  model: string;
  key: string | null;
  image_mode: ImageMode;
  /** `single` sends one question a request; `joint` tells that answers depend on their companions. */
  batch: 'independent' | 'joint' | 'single';
  limits: EngineLimits;
  /** Grid on which probabilities are printed; null when they are full floats. */
  probability_step: number | null;
  /** Probabilities are held within [floor, 1 - floor] inside logit, log loss and calibration only. */
  floor: number;
  rate: EngineRate;
  /** `response`: the echoed model is the version; `config`: the echo may be a path or move underneath. */
  version_from: 'response' | 'config';
  /** Asked a few fixed questions once a UTC day: answers that move open an epoch although the version's name stays. */
  canary: boolean;
  source: EngineSource;
  /** Billing weight, published by `GET /engines`. */
  weight: number;
  /** Fixed time-out of one attempt; null: 10 s, 0.1 s a question and 10 s per 100,000 tokens. */
  timeout_ms: number | null;
}
