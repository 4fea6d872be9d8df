import type { AskLimits, EngineClient } from '../engine-client';
import type { ChatSettings, EngineEntry } from '../entry/entry';
import { EngineFailure } from '../failure/failure';
import { AskReply, RawAnswer, failed } from '../question/answer';
import type { AskInput } from '../question/question';
import type { Transport } from '../transport/transport';
import { Group, groupsOf } from './group';
import { readAlternatives } from './logprobs/read';
import { documentText, letteredText, statedText, systemText } from './prompt/prompt';
import { RefusedMembers } from './refused-members';
import { readStated } from './stated/read';
import { replySchema } from './stated/schema';
import { anthropicMessages } from './wire/anthropic';
import { openAiChat } from './wire/openai';
import type { ChatWire, Completion, CompletionFacts } from './wire/wire';

const wires: Record<ChatSettings['wire'], ChatWire> = { openai: openAiChat, anthropic: anthropicMessages };

const longestMs = 60_000;

/** How one request may be sent. */
interface Sending extends Pick<AskLimits, 'signal' | 'onFurtherRequest'> {
  /** By `performance.now()`. */
  endsAt: number;
}

/**
 * Asks a chat model. With log probabilities each question is a request of its own, whose answer is the first token; else,
 * and for a question with more options than a token has alternatives, the model states its probabilities.
 */
export class ChatEngineClient implements EngineClient {
  private readonly wire: ChatWire;
  private readonly refused: RefusedMembers;

  constructor(
    private readonly entry: EngineEntry & { chat: ChatSettings },
    private readonly transport: Transport,
  ) {
    this.wire = wires[entry.chat.wire];
    this.refused = new RefusedMembers(this.wire.optional, Object.keys(entry.chat.members));
  }

  async ask(input: AskInput, limits: AskLimits): Promise<AskReply> {
    const { deadlineMs, earlier: answers = [], atOnce = 1 } = limits;
    const sending: Sending = { ...limits, endsAt: performance.now() + deadlineMs };
    const all: CompletionFacts[] = [];
    const send = async (group: Group): Promise<void> => {
      const { found, facts } = await this.send(input, group, sending);
      group.indexes.forEach((index, within) => (answers[index] = found[within]));
      if (facts !== null) all.push(facts);
    };
    // The first alone: the server then has read the document when the others come.
    const [first, ...others] = groupsOf(this.entry, input, answers);
    if (first !== undefined) await send(first);
    for (let at = 0; at < others.length; at += atOnce) await endAll(others.slice(at, at + atOnce).map(send));
    return { answers: input.questions.map((_, index) => answerOf(answers[index])), ...summed(all, this.entry.model) };
  }

  close(): Promise<void> {
    return this.transport.close();
  }

  /** Sends one request. A reply that cannot be read, and a refusal, fail its questions and no others. */
  private async send(
    input: AskInput,
    { posed, isLettered }: Group,
    sending: Sending,
  ): Promise<{ found: RawAnswer[]; facts: CompletionFacts | null }> {
    const completion: Completion = {
      system: systemText,
      document: documentText(input.context),
      images: input.images,
      question: isLettered ? letteredText(posed[0]) : statedText(posed),
      reply: isLettered ? { alternatives: this.entry.chat.alternatives } : { schema: replySchema(posed) },
    };
    let facts: CompletionFacts | null = null;
    try {
      const { json, requestId } = await this.post(completion, sending);
      facts = this.wire.facts(json, this.entry.model, requestId);
      if (!isLettered) return { found: readStated(this.wire.readObject(json, requestId), posed), facts };
      return { found: [readAlternatives(this.wire.readAlternatives(json, requestId), posed[0])], facts };
    } catch (failure) {
      const answer = failedAlone(failure);
      if (answer === null) throw failure;
      return { found: posed.map(() => answer), facts };
    }
  }

  /** Sends a completion; once more without a member that the server refuses, for each that it names. */
  private async post(completion: Completion, { endsAt, signal, onFurtherRequest }: Sending) {
    const { model, chat, limits } = this.entry;
    for (;;) {
      const body = this.refused.leaveOut({ ...this.wire.body(model, completion), ...chat.members });
      const text = JSON.stringify(body);
      const bytes = Buffer.byteLength(text);
      if (bytes > limits.body) {
        throw new EngineFailure('too_long', `The request has ${bytes} bytes; the engine takes ${limits.body}.`);
      }
      const timeoutMs = Math.min(endsAt - performance.now(), this.entry.timeout_ms ?? longestMs);
      try {
        return await this.transport.post(text, { timeoutMs, signal });
      } catch (failure) {
        if (!(failure instanceof EngineFailure) || !this.refused.note(failure, body)) throw failure;
        onFurtherRequest?.();
      }
    }
  }
}

/** What an answer that came says of its own questions; null for a failure of the whole attempt. */
function failedAlone(failure: unknown): RawAnswer | null {
  if (!(failure instanceof EngineFailure)) return null;
  if (failure.failureClass === 'refusal') return failed('engine_refused', failure.message);
  return failure.failureClass === 'bad_answer' ? failed('engine_bad_answer', failure.message) : null;
}

/** Waits for all of them, so that none is under way when the next attempt begins; then fails as the first that did. */
async function endAll(sent: Promise<void>[]): Promise<void> {
  const ended = await Promise.allSettled(sent);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

function answerOf(answer: RawAnswer | undefined): RawAnswer {
  return answer ?? failed('engine_bad_answer', 'The reply has no answer to the question.');
}

function summed(all: readonly CompletionFacts[], model: string): CompletionFacts {
  const last = all[all.length - 1];
  if (last === undefined) return { reportedModel: model, tokens: null, requestId: null };
  const counts = all.map(({ tokens }) => tokens);
  const tokens = counts.reduce((sum, one) =>
    sum === null || one === null ? null : { input: sum.input + one.input, output: sum.output + one.output },
  );
  return { ...last, tokens };
}
