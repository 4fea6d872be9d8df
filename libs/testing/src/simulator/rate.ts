import type { SimConfig } from './config';
import type { DialectName } from './dialect';

interface Limit {
  requests_per_s: number;
  tokens_per_s: number | null;
}

const real: Record<DialectName, Limit | null> = {
  jev: { requests_per_s: 20, tokens_per_s: 250_000 },
  pplx: { requests_per_s: 10, tokens_per_s: null },
  openai: { requests_per_s: 50, tokens_per_s: 2_000_000 },
  ollama: null,
  openai_chat: { requests_per_s: 50, tokens_per_s: 30_000 },
  azure: { requests_per_s: 10, tokens_per_s: 15_000 },
  anthropic: { requests_per_s: 15, tokens_per_s: 30_000 },
  ollama_chat: null,
};

export function limitOf(config: SimConfig, dialect: DialectName): Limit | null {
  if (config.rate === 'off') return null;
  return config.rate === 'real' ? real[dialect] : config.rate;
}

/** Token buckets by key, each holding one second's worth. */
export class Buckets {
  private readonly levels = new Map<string, { requests: number; tokens: number; atMs: number }>();

  /** @returns whether there was room, in which case it is taken */
  take(key: string, tokens: number, limit: Limit, nowMs: number): { isRoom: boolean; left: number } {
    const caps = { requests: limit.requests_per_s, tokens: limit.tokens_per_s ?? Infinity };
    const level = this.levels.get(key) ?? { ...caps, atMs: nowMs };
    const seconds = Math.max(0, nowMs - level.atMs) / 1000;
    level.requests = Math.min(caps.requests, level.requests + seconds * caps.requests);
    if (caps.tokens !== Infinity) level.tokens = Math.min(caps.tokens, level.tokens + seconds * caps.tokens);
    level.atMs = nowMs;
    this.levels.set(key, level);
    const isRoom = level.requests >= 1 && level.tokens >= Math.min(tokens, caps.tokens);
    if (isRoom) {
      level.requests -= 1;
      level.tokens -= tokens;
    }
    return { isRoom, left: Math.max(0, Math.floor(level.requests)) };
  }

  clear(): void {
    this.levels.clear();
  }
}
