import { LRUCache } from 'lru-cache';
import type { AskLimits, EngineClient } from '../engine-client';
import type { EngineEntry } from '../entry/entry';
import { overLimit } from '../mapping/posed';
import type { AskReply } from '../question/answer';
import type { AskInput } from '../question/question';
import { judge, questionText } from './judge';
import { ReadAnswer, read } from './reading';

/** The model that the built-in engine reports. A change of its words or weights must change this name. */
export const builtInModel = 'built-in-lexical-2';
const bytesPerToken = 4;

/**
 * A lexical model inside this process. Offline and deterministic, it compares the words of question, criteria and
 * options with those of the context. It knows some hundred words and phrases and nothing of the world. It stands in where no
 * decision model is available, and `GET /engines` says so.
 */
export class BuiltInClient implements EngineClient {
  // Texts of definitions come again with every document; contexts do not.
  private readonly readings = new LRUCache<string, ReadAnswer>({ max: 2_000 });

  constructor(private readonly entry: EngineEntry) {}

  async ask(input: AskInput, { signal }: AskLimits): Promise<AskReply> {
    signal?.throwIfAborted();
    const context = read(input.context);
    const readText = (text: string): ReadAnswer => {
      const known = this.readings.get(text);
      if (known !== undefined) return known;
      const reading = read(text);
      this.readings.set(text, reading);
      return reading;
    };
    const answers = input.questions.map(
      (question) => overLimit(question, this.entry.limits) ?? judge(question, context, readText),
    );
    const bytes = input.questions.reduce((sum, question) => sum + questionText(question).length, input.context.length);
    const tokens = { input: Math.ceil(bytes / bytesPerToken), output: answers.length };
    return { answers, reportedModel: builtInModel, tokens, requestId: null };
  }

  async close(): Promise<void> {
    this.readings.clear();
  }
}
