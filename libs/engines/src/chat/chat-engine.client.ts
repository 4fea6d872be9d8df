import type { AskLimits, EngineClient } from '../engine-client';
import type { ChatSettings, EngineEntry } from '../entry/entry';
import { EngineFailure } from '../failure/failure';
import { Posed, overLimit, pose } from '../mapping/posed';
import { AskReply, RawAnswer, failed } from '../question/answer';
import type { AskInput } from '../question/question';
import type { Transport } from '../transport/transport';
import { maxLettered } from './logprobs/letter';
import { readAlternatives } from './logprobs/read';
import { documentText, letteredText, statedText, systemText } from './prompt/prompt';
import { RefusedMembers } from './refused-members';
import { readStated } from './stated/read';
import { replySchema } from './stated/schema';
import { anthropicMessages } from './wire/anthropic';
import { openAiChat } from './wire/openai';
import type { ChatWire, Completion, CompletionFacts } from './wire/wire';

const wires: Record<ChatSettings['wire'], ChatWire> = { openai: openAiChat, anthropic: anthropicMessages };

/** Questions of one request. */
interface Group {
  indexes: number[];
  posed: Posed[];
  /** Whether the answer is the first token, and not stated. */
  isLettered: boolean;
}

/** Requests of one ask that are under way together, after the first. */
const atOnce = 4;
const longestMs = 60_000;

/**
 * Asks a chat model. With log probabilities each question is a request of its own, whose answer is the first token; else,
 * and for a question with more options than a token has alternatives, the model states its probabilities.
 */
export class ChatEngineClient implements EngineClient {
  private readonly wire: ChatWire;
  private readonly refused: RefusedMembers;
  /** What earlier attempts at an ask have brought: a further attempt asks only what is missing. */
  private readonly earlier = new WeakMap<AskInput, (RawAnswer | undefined)[]>();

  constructor(
    private readonly entry: EngineEntry & { chat: ChatSettings },
    private readonly transport: Transport,
  ) {
    this.wire = wires[entry.chat.wire];
    this.refused = new RefusedMembers(this.wire.optional);
  }

  async ask(input: AskInput, { deadlineMs, signal }: AskLimits): Promise<AskReply> {
    const endsAt = performance.now() + deadlineMs;
    const answers = this.earlier.get(input) ?? new Array<RawAnswer | undefined>(input.questions.length);
    this.earlier.set(input, answers);
    const groups = this.groupsOf(input, answers);
    const all: CompletionFacts[] = [];
    const send = async ({ indexes, posed, isLettered }: Group): Promise<void> => {
      const { found, facts } = await this.send(input, { posed, isLettered }, endsAt - performance.now(), signal);
      indexes.forEach((index, within) => (answers[index] = found[within]));
      all.push(facts);
    };
    // The first alone: the server then has read the document when the others come.
    const [first, ...others] = groups;
    if (first !== undefined) await send(first);
    for (let at = 0; at < others.length; at += atOnce) await Promise.all(others.slice(at, at + atOnce).map(send));
    return { answers: answers.map(answerOf), ...summed(all, this.entry.model) };
  }

  close(): Promise<void> {
    return this.transport.close();
  }

  private groupsOf(input: AskInput, answers: (RawAnswer | undefined)[]): Group[] {
    const groups: Group[] = [];
    const stated: Group = { indexes: [], posed: [], isLettered: false };
    const size = this.entry.batch === 'single' ? 1 : this.entry.limits.questions;
    input.questions.forEach((question, index) => {
      if (isSettled(answers[index])) return;
      const failure = overLimit(question, this.entry.limits);
      if (failure !== null) {
        answers[index] = failure;
        return;
      }
      const posed = pose(question, input.seed);
      if (this.entry.chat.reads === 'logprobs' && isLettered(posed)) {
        groups.push({ indexes: [index], posed: [posed], isLettered: true });
        return;
      }
      stated.indexes.push(index);
      stated.posed.push(posed);
    });
    for (let at = 0; at < stated.posed.length; at += size) {
      const [indexes, posed] = [stated.indexes.slice(at, at + size), stated.posed.slice(at, at + size)];
      groups.push({ indexes, posed, isLettered: false });
    }
    return groups;
  }

  private async send(
    input: AskInput,
    { posed, isLettered: isByLetter }: Pick<Group, 'posed' | 'isLettered'>,
    leftMs: number,
    signal?: AbortSignal,
  ): Promise<{ found: RawAnswer[]; facts: CompletionFacts }> {
    const completion: Completion = {
      system: systemText,
      document: documentText(input.context),
      images: input.images,
      question: isByLetter ? letteredText(posed[0]) : statedText(posed),
      schema: isByLetter ? null : replySchema(posed),
    };
    const { json, requestId } = await this.post(
      completion,
      Math.min(leftMs, this.entry.timeout_ms ?? longestMs),
      signal,
    );
    const facts = this.wire.facts(json, this.entry.model, requestId);
    if (!isByLetter) return { found: readStated(this.wire.readObject(json, requestId), posed), facts };
    return { found: [readAlone(() => readAlternatives(this.wire.readAlternatives(json, requestId), posed[0]))], facts };
  }

  /** Sends a completion; once more without a member that the server refuses, for each that it names. */
  private async post(completion: Completion, timeoutMs: number, signal?: AbortSignal) {
    const { model, chat, limits } = this.entry;
    for (;;) {
      const body = this.refused.leaveOut({ ...this.wire.body(model, completion), ...chat.members });
      const text = JSON.stringify(body);
      const bytes = Buffer.byteLength(text);
      if (bytes > limits.body) {
        throw new EngineFailure('too_long', `The request has ${bytes} bytes; the engine takes ${limits.body}.`);
      }
      try {
        return await this.transport.post(text, { timeoutMs, signal });
      } catch (failure) {
        if (!(failure instanceof EngineFailure) || !this.refused.note(failure, body)) throw failure;
      }
    }
  }
}

/** A question that is a request of its own also fails alone, when the model refuses it or its reply cannot be read. */
function readAlone(read: () => RawAnswer): RawAnswer {
  try {
    return read();
  } catch (failure) {
    if (!(failure instanceof EngineFailure)) throw failure;
    return failed(failure.failureClass === 'refusal' ? 'engine_refused' : 'engine_bad_answer', failure.message);
  }
}

/** Whether another attempt would bring nothing else. */
function isSettled(answer: RawAnswer | undefined): boolean {
  return answer !== undefined && !(answer.type === 'failed' && answer.reason === 'engine_bad_answer');
}

function answerOf(answer: RawAnswer | undefined): RawAnswer {
  return answer ?? failed('engine_bad_answer', 'The reply has no answer to the question.');
}

function isLettered(posed: Posed): boolean {
  if (posed.type === 'bool') return true;
  return (posed.type === 'choice' ? posed.order.length - 1 : posed.levels.length) <= maxLettered;
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
