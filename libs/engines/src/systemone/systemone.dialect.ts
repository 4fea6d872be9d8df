import type { WireDialect } from '../dialect/dialect';
import { readReply } from './reply';
import { wireRequest } from './request';

/** `systemone`: Jev, Perplexity's deciders and the local servers (spec engines §1.1, §1.2, §4). */
export const systemOne: WireDialect = {
  request: wireRequest,
  read: readReply,
  // Spec engines §1.2, for all of them: local servers are no faster than Perplexity's.
  timeoutMs: ({ questions, tokens }) => 10_000 + 100 * questions + tokens / 10,
};
