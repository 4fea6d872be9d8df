import { AskReply, EngineClient, EngineFailure, Question } from '@app/engines';

const context = 'The parcel came on Tuesday, two days late, and the lamp in it is broken. Please send another one.';

/** One of each type, about a fixed text: it says nothing about anyone's documents. */
export const trialQuestions: readonly Question[] = [
  { type: 'bool', question: 'Was the item damaged on arrival?', criteria: { yes: 'damage is described' } },
  {
    type: 'choice',
    question: 'What does the writer want?',
    options: [
      { value: 'refund', description: 'money back' },
      { value: 'replacement', description: 'the same item once more' },
    ],
  },
  {
    type: 'score',
    question: 'How upset is the writer?',
    levels: [
      { value: 0, description: 'calm' },
      { value: 1, description: 'annoyed' },
      { value: 2, description: 'furious' },
    ],
  },
];

/** What came of one question. */
export interface Tried {
  question: Question;
  outcome: { reply: AskReply } | { failure: EngineFailure };
  ms: number;
}

/**
 * Asks one question, once.
 * @param deadlineMs longest time for it
 * @throws what is no failure of the engine: a defect
 */
export async function tryQuestion(client: EngineClient, question: Question, deadlineMs: number): Promise<Tried> {
  const startedAt = performance.now();
  const took = () => performance.now() - startedAt;
  try {
    const reply = await client.ask({ context, questions: [question], seed: 'smoke', images: [] }, { deadlineMs });
    return { question, outcome: { reply }, ms: took() };
  } catch (failure) {
    if (!(failure instanceof EngineFailure)) throw failure;
    return { question, outcome: { failure }, ms: took() };
  }
}
