import type { Ask, EngineAnswer, EngineReply } from '@app/contracts/engines';
import { openEngine, parseEngineEntry, systemClock, type RawAnswer } from '@app/engines';
import { hashFeatures, type Features } from '@app/learning';
import { Learnt } from './learnt';
import { answerOf, baseOf, classesOf, questionKey, toAnswer, toQuestion } from './question';
import type { Training } from './training';

/** The engine below: the lexical one, which an unconfigured installation uses. */
const lexical = openEngine(parseEngineEntry('jev', { dialect: 'built_in' }), { clock: systemClock });
/** Longest time for the lexical engine, which takes a millisecond. */
const deadlineMs = 10_000;

/** What the lexical engine says of a context, and which model that was. */
export async function askLexical(
  context: string,
  questions: Ask['questions'],
): Promise<{ answers: RawAnswer[]; model: string }> {
  const input = { context, questions: questions.map(toQuestion), seed: '', images: [] };
  const { answers, reportedModel } = await lexical.ask(input, { deadlineMs });
  return { answers, model: reportedModel };
}

/** Answers by what was learnt of a question's outcomes, and as the lexical engine where nothing was. */
export class LearningEngine {
  private learnt: Learnt | null = null;

  /** From the next ask on. */
  use(training: Training | null): void {
    this.learnt = training === null ? null : new Learnt(training);
  }

  async answer(ask: Ask): Promise<EngineReply> {
    // One training answers all of an ask, also when another comes meanwhile.
    const { learnt } = this;
    const { answers, model } = await askLexical(ask.context, ask.questions);
    let features: Features | undefined;
    const read = (at: number): EngineAnswer => {
      const question = ask.questions[at];
      const classes = classesOf(question);
      const base = baseOf(answers[at], classes);
      if (learnt === null || base === null) return toAnswer(answers[at]);
      const probabilities = learnt.read({
        ...ask,
        question: questionKey(question),
        features: () => (features ??= hashFeatures(ask.context)),
        base,
      });
      return probabilities === null ? toAnswer(answers[at]) : answerOf(question, classes, probabilities);
    };
    return {
      engine_version: learnt?.training.version ?? model,
      answers: ask.questions.map((_question, at) => read(at)),
      engine_tokens: null,
    };
  }
}
