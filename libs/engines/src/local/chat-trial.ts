import { systemClock } from '../clock';
import type { EngineClient } from '../engine-client';
import type { ProbabilitySource } from '../entry/entry';
import { parseEngineEntry } from '../entry/parse-entry';
import { EngineFailure } from '../failure/failure';
import { openEngine } from '../open-engine';
import type { AskInput } from '../question/question';
import { localEntryOf } from './local-entry';

/** A local model that needs longer for a question is not used by itself: a thousand documents would take hours. */
export const secondsToAnswer = 5;

/** The first question may load the model from the disk. */
const firstMs = 60_000;

/** What two questions showed: how the model is read and how long it takes, or why it is not used. */
export type ChatTrial =
  { reads: ProbabilitySource; seconds: number; reason: null } | { reads: null; seconds: null; reason: string };

export interface TrialLimits {
  firstMs: number;
  secondMs: number;
}

/** Two documents, so that no server answers the second question from what it kept of the first. */
const documents = [
  'The parcel came on Tuesday, two days late, and the lamp in it is broken. Please send another one, and not by the same carrier.',
  'Thank you for the quick reply. The second lamp came today, whole and a day early; everybody here likes it. No more questions.',
];

/**
 * Asks a local chat model two questions about fixed texts of ours, no document. The first may load the model; the second says
 * how long a question takes. A model whose log probabilities cannot be read is asked to state its probabilities.
 */
export async function tryChatModel(
  baseUrl: string,
  model: string,
  { firstMs: first, secondMs }: TrialLimits = { firstMs, secondMs: secondsToAnswer * 1_000 },
): Promise<ChatTrial> {
  let reason = '';
  for (const reads of ['logprobs', 'stated'] as const) {
    const entry = parseEngineEntry('jev', localEntryOf({ baseUrl, model, reads }), [new URL(baseUrl).origin]);
    const client = openEngine(entry, { clock: systemClock });
    try {
      const loaded = await askOnce(client, documents[0], first);
      if (loaded.reason !== null) {
        reason = loaded.reason;
        // Nothing that another way of asking would mend.
        if (loaded.isSilent) break;
        continue;
      }
      const { reason: second, isSilent, seconds } = await askOnce(client, documents[1], secondMs);
      if (second === null) return { reads, seconds, reason: null };
      return refused(isSilent ? `a question takes more than ${secondMs / 1_000} s` : second);
    } finally {
      await client.close();
    }
  }
  return refused(reason);
}

interface Asked {
  seconds: number;
  reason: string | null;
  /** No reply came at all. */
  isSilent: boolean;
}

async function askOnce(client: EngineClient, context: string, deadlineMs: number): Promise<Asked> {
  const question = { type: 'bool', question: 'Was the item damaged on arrival?' } as const;
  const input: AskInput = { context, questions: [question], seed: 'local', images: [] };
  const startedAt = performance.now();
  const told = (reason: string | null, isSilent: boolean): Asked => {
    return { seconds: (performance.now() - startedAt) / 1_000, reason, isSilent };
  };
  try {
    const [answer] = (await client.ask(input, { deadlineMs })).answers;
    return told(answer.type === 'failed' ? answer.detail : null, false);
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    return told(error.message, error.failureClass === 'stall' || error.failureClass === 'overload');
  }
}

function refused(reason: string): ChatTrial {
  return { reads: null, seconds: null, reason };
}
