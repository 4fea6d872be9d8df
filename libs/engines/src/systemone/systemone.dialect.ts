import type { WireDialect } from '../dialect/dialect';
import { readReply } from './reply';
import { wireRequest } from './request';

/**
 * `systemone`: Jev, Perplexity's deciders and local servers (docs/engines.md#jev, docs/engines.md#pplx-decider,
 * docs/engines.md#local-servers).
 */
export const systemOne: WireDialect = {
  request: wireRequest,
  // Jev takes assets only with this header (docs/engines.md#images-for-jev).
  headers: ({ image_mode: mode }, { images }): Record<string, string> =>
    mode === 'assets' && images.length > 0 ? { 'typesafe-danger-zone-images': 'true' } : {},
  read: readReply,
  // Perplexity's times (docs/engines.md#timing-of-pplx-decider), since local servers are not faster.
  timeoutMs: ({ questions, tokens }) => 10_000 + 100 * questions + tokens / 10,
};
