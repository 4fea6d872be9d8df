import { createHash } from 'node:crypto';
import type { Rounding, SimConfig } from './config';
import { openAiBody } from './error-body';

/** Servers of chat models. */
export type ChatDialectName = 'openai_chat' | 'azure' | 'anthropic' | 'ollama_chat';
export type DialectName = 'jev' | 'pplx' | 'openai' | 'ollama' | ChatDialectName;

export interface SimReply {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/**
 * How one vendor differs from the others (docs/engines.md#bodies-and-headers,
 * docs/engines.md#validation-of-the-simulator).
 */
export interface Dialect {
  name: DialectName;
  rounding: Rounding;
  saturate: number | null;
  baseTokens: number;
  tokens: number;
  questionTokens: number;
  /** Refuses fields it does not know inside a question. */
  isClosed: boolean;
  questionsMax: (config: Pick<SimConfig, 'max_questions'>) => number;
  outputTokens: (answer: { type: string; options: number }) => number;
  /** Body of an error; `message` null stands for a body without one. */
  errorBody: (status: number, type: string, message: string | null) => unknown;
  idHeaders: (seed: string, count: number) => Record<string, string>;
}

const hex = (seed: string, count: number) => createHash('sha256').update(`${seed}:${count}`).digest('hex');

/** Jev answers in three shapes; `type` picks: `text` is a plain string, `schema` the array of a 422. */
function jevError(_status: number, type: string, message: string | null): unknown {
  if (type === 'text') return { detail: message };
  if (type === 'schema')
    return { detail: [{ type: 'missing', loc: ['body', message], msg: 'Field required', input: {} }] };
  return { detail: { error_type: type, ...(message !== null && { message }) } };
}

const jev: Dialect = {
  name: 'jev',
  rounding: 'grid:0.01',
  saturate: 0.97,
  baseTokens: 260,
  tokens: 64_000,
  questionTokens: 32_000,
  isClosed: false,
  questionsMax: (config) => config.max_questions ?? Infinity,
  outputTokens: ({ type, options }) => (type === 'noul' ? 20 : type === 'score' ? 17 : 24 + 6 * options),
  errorBody: jevError,
  idHeaders: (seed, count) => ({ 'x-typesafe-request-id': `req_${hex(seed, count).slice(0, 24)}` }),
};

const pplx: Dialect = {
  name: 'pplx',
  rounding: 'none',
  saturate: null,
  baseTokens: 90,
  tokens: 262_144,
  questionTokens: 262_144,
  isClosed: true,
  questionsMax: () => 128,
  outputTokens: () => 1,
  errorBody: (status, type, message) => ({
    error: {
      message: message ?? '',
      type: type === 'text' || type === 'schema' ? 'invalid_request_error' : type,
      code: type === 'invalid_request' ? '400' : status === 400 ? null : status,
    },
  }),
  idHeaders: (seed, count) => ({
    'x-request-id': hex(seed, count)
      .slice(0, 32)
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  }),
};

const openai: Dialect = {
  name: 'openai',
  rounding: 'grid:0.01',
  saturate: null,
  baseTokens: 20,
  tokens: 922_000,
  questionTokens: 922_000,
  isClosed: true,
  questionsMax: () => 400,
  outputTokens: () => 4,
  errorBody: openAiBody,
  idHeaders: (seed, count) => ({ 'x-request-id': `req_${hex(seed, count).slice(0, 32)}` }),
};

const ollama: Dialect = {
  ...pplx,
  name: 'ollama',
  rounding: 'decimals:4',
  baseTokens: 0,
  tokens: 32_000,
  questionTokens: 32_000,
  isClosed: false,
  questionsMax: () => 255,
  errorBody: (status, type, message) => ({ error: message ?? `${type} (${status})` }),
  idHeaders: () => ({}),
};

export const decisionDialects = { jev, pplx, openai, ollama };

const typeByStatus: Record<number, [jev: string, others: string, openai?: string]> = {
  400: ['api_usage_error', 'invalid_request_error'],
  401: ['authentication_error', 'invalid_api_key', 'invalid_request_error'],
  403: ['authentication_error', 'invalid_api_key', 'invalid_request_error'],
  404: ['text', 'invalid_request_error'],
  405: ['text', 'invalid_request_error'],
  413: ['text', 'invalid_request_error'],
  422: ['schema', 'invalid_request_error'],
  429: ['rate_limit_exceeded', 'too_many_requests', 'rate_limit_error'],
};

/** An error in the dialect's own words and shape. */
export function errorReply(dialect: Dialect, status: number, message: string | null, type?: string): SimReply {
  const types = typeByStatus[status] ?? ['server_error', 'server_error'];
  const [jevs, others, openais = others] = types;
  const own = type ?? (dialect.name === 'jev' ? jevs : dialect.name === 'openai' ? openais : others);
  return { status, headers: {}, body: dialect.errorBody(status, own, message) };
}
