import type { WireDialect } from '../dialect/dialect';
import { readReply } from './reply';
import { wireRequest } from './request';

/** `systemone`: Jev, Perplexity's deciders and the local servers (spec engines §1.1, §1.2, §4). */
export const systemOne: WireDialect = {
  request: wireRequest,
  // Jev takes assets only from who says that they mean it (spec engines §1.1).
  headers: ({ image_mode: mode }, { images }): Record<string, string> =>
    mode === 'assets' && images.length > 0 ? { 'typesafe-danger-zone-images': 'true' } : {},
  read: readReply,
  // Spec engines §1.2, for all of them: local servers are no faster than Perplexity's.
  timeoutMs: ({ questions, tokens }) => 10_000 + 100 * questions + tokens / 10,
};
