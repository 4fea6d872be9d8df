import type { Schema } from '@app/sdk/client';
import { optionText } from '../../format/answer-words';
import { percentText } from '../../format/number';

type Said = Pick<Schema<'AnswerView'>, 'type' | 'judged_at' | 'p' | 'value' | 'score' | 'dist' | 'escape_p'>;

/** An answer for somebody who sees the first one of their life, such as `Yes: 83.0 %`. */
export function answerSentence(answer: Said): string {
  const { type, judged_at: judgedAt, p, score } = answer;
  if (judgedAt === null) return 'No answer';
  if (type === 'bool') return typeof p === 'number' ? `Yes: ${percentText(p)}` : 'No answer';
  if (type === 'score') return typeof score === 'number' ? `Score ${score.toFixed(2)}` : 'No answer';
  return optionText(answer);
}

/** How long a number of answers took, such as `3 answers in 0.4 s`. */
export function tookText(answers: number, ms: number): string {
  return `${answers} ${answers === 1 ? 'answer' : 'answers'} in ${(ms / 1_000).toFixed(1)} s`;
}
