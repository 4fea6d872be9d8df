import { Call, Requester } from '@app/bus';
import { fits } from '@app/contracts';
import { Ask, EngineReply, EngineQuestion, EngineAnswer, askExtension } from '@app/contracts/engines';
import { EngineName } from '@app/definition';
import { AskReply, EngineClient, EngineFailure, RawAnswer } from '@app/engines';
import { Problem } from '@app/problem';
import { answerFault, rawOf } from './extension-answer';

/**
 * An engine of one's own behind an engine name: asked over the bus, in the published schema, and believed no more than a
 * hosted one.
 */
export function extensionClient(requester: Requester, name: EngineName, ask: Ask, call: Call): EngineClient {
  return {
    async ask(_input, { deadlineMs, signal }): Promise<AskReply> {
      signal?.throwIfAborted();
      const until = new Call(Date.now() + deadlineMs, call.caller, undefined, undefined, call.traceparent);
      const reply = await requester.ask(askExtension[name], ask, until).catch((error: unknown) => {
        throw failureOf(error);
      });
      return readReply(reply, ask.questions);
    },
    close: () => Promise.resolve(),
  };
}

function readReply(reply: EngineReply, questions: readonly EngineQuestion[]): AskReply {
  const fault = fits(EngineReply, reply, true);
  if (fault !== null) throw new EngineFailure('bad_answer', `The extension's reply is no \`Asked\`: ${fault}`);
  if (reply.answers.length !== questions.length) {
    throw new EngineFailure(
      'bad_answer',
      `The extension gave ${reply.answers.length} answers to ${questions.length} questions.`,
    );
  }
  const tokens = reply.engine_tokens === null ? null : { input: reply.engine_tokens, output: 0 };
  const answers = reply.answers.map((answer, place) => readAnswer(answer, questions[place]));
  return { answers, reportedModel: reply.engine_version, tokens, requestId: null };
}

function readAnswer(answer: EngineAnswer, question: EngineQuestion): RawAnswer {
  const fault = answerFault(answer, question);
  return fault === null ? rawOf(answer, question) : { type: 'failed', reason: 'engine_bad_answer', detail: fault };
}

function failureOf(error: unknown): EngineFailure {
  if (!(error instanceof Problem)) {
    return new EngineFailure('bad_answer', 'The extension sent no JSON.', {}, { cause: error });
  }
  const retryAfterMs = error.retryAfterS === undefined ? undefined : error.retryAfterS * 1000;
  const options = { cause: error };
  if (error.kind === 'invalid') return new EngineFailure('bad_request', error.message, {}, options);
  if (error.kind === 'limited') return new EngineFailure('rate', error.message, { retryAfterMs }, options);
  return new EngineFailure('overload', error.message, {}, options);
}
