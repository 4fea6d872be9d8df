import type { Latency, SimConfig } from './config';
import type { DialectName } from './dialect';
import { seededRandom } from './random';

const none: Latency = { base: 0, per_question: 0, per_1k_tokens: 0, jitter: 0, cold_start: 0 };
const real: Record<DialectName, Latency> = {
  jev: { ...none, base: 230, per_question: 0.3, per_1k_tokens: 6, cold_start: 2300 },
  pplx: { ...none, base: 210, per_question: 7, per_1k_tokens: 60 },
  openai: { ...none, base: 270, per_question: 1, per_1k_tokens: 4 },
  ollama: { ...none, base: 210, per_question: 7, per_1k_tokens: 60 },
  openai_chat: { ...none, base: 350, per_1k_tokens: 10 },
  azure: { ...none, base: 350, per_1k_tokens: 10 },
  anthropic: { ...none, base: 900, per_question: 250, per_1k_tokens: 10 },
  ollama_chat: { ...none, base: 150, per_1k_tokens: 400, cold_start: 8_000 },
};
const IDLE_MS = 60_000;

/** Milliseconds that an answer takes; repeatable for the same request number. */
export function latencyMs(
  config: SimConfig,
  dialect: DialectName,
  work: { questions: number; tokens: number; requestNumber: number; idleMs: number },
): number {
  const latency = latencyOf(config, dialect);
  const jitter = latency.jitter === 0 ? 0 : latency.jitter * seededRandom(config.seed, work.requestNumber, 'time')();
  const cold = work.idleMs > IDLE_MS ? latency.cold_start : 0;
  return (
    latency.base + latency.per_question * work.questions + (latency.per_1k_tokens * work.tokens) / 1000 + jitter + cold
  );
}

function latencyOf({ latency }: SimConfig, dialect: DialectName): Latency {
  if (latency === 'zero') return none;
  if (latency === 'real') return real[dialect];
  return typeof latency === 'number' ? { ...none, base: latency } : latency;
}
