import { Problem } from '@app/problem';
import Ajv from 'ajv';
import { addressFault } from '../entry/parse-entry';
import type { TransportEntry } from '../transport/transport';

/** A model that speaks chat completions, as the operator configures it. */
export interface ChatEntry extends TransportEntry {
  model: string;
  rate: { requests_per_s: number | null; in_flight: number };
}

interface RawChatEntry {
  base_url: string;
  path?: string;
  model: string;
  rate?: Partial<ChatEntry['rate']>;
}

const start = { path: '/v1/chat/completions', rate: { requests_per_s: null, in_flight: 4 } };

const isRaw = new Ajv({ allErrors: false, allowUnionTypes: true }).compile<RawChatEntry>({
  type: 'object',
  additionalProperties: false,
  required: ['base_url', 'model'],
  properties: {
    base_url: { type: 'string' },
    path: { type: 'string', pattern: '^(/|$)' },
    model: { type: 'string', minLength: 1, maxLength: 200 },
    rate: {
      type: 'object',
      additionalProperties: false,
      properties: {
        requests_per_s: { type: ['number', 'null'], exclusiveMinimum: 0 },
        in_flight: { type: 'integer', minimum: 1, maximum: 64 },
      },
    },
  },
});

/**
 * Reads the entry of a chat model: `base_url` and `model`, `path` (`/v1/chat/completions`), `rate` of one process
 * (`requests_per_s` null, `in_flight` 4).
 * @param key            null for a server that needs none
 * @param allowedOrigins origins that may use plain http in addition to loopback
 * @throws Problem `invalid_request` with a sentence that names the member to correct
 */
export function parseChatEntry(
  raw: unknown,
  key: string | null = null,
  allowedOrigins: readonly string[] = [],
): ChatEntry {
  if (!isRaw(raw)) {
    const [error] = isRaw.errors ?? [];
    const extra = error?.params.additionalProperty ?? error?.params.missingProperty;
    const named = extra === undefined ? '' : ` \`${extra}\``;
    const path = error?.instancePath ?? '';
    const message = `\`${path.slice(1) || 'entry'}\` ${error?.message ?? 'is invalid'}${named}; correct it.`;
    throw new Problem('invalid_request', message, { path });
  }
  const wrong = addressFault(raw.base_url, allowedOrigins);
  if (wrong !== null) throw new Problem('invalid_request', wrong, { path: '/base_url' });
  return { ...start, ...raw, rate: { ...start.rate, ...raw.rate }, key, error_style: 'auto' };
}
