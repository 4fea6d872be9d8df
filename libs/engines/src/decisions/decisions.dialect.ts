import type { WireDialect } from '../dialect/dialect';
import { readReply } from './reply';
import { wireRequest } from './request';

/** `openai_decisions`: gpt-6-luna, and servers with its wire format (docs/engines.md#gpt-6-luna). */
export const openAiDecisions: WireDialect = {
  request: wireRequest,
  headers: () => ({}),
  read: readReply,
  timeoutMs: ({ tokens }) => 15_000 + tokens / 10,
};
