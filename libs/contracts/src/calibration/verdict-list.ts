import { Int, ListOf, Nested, Stamp, Text } from '../field';
import { request } from '../message';
import { VerdictView } from './verdict';

export class ReadVerdicts {
  @Text() namespace: string;
}
/** The verdict of a judgment when its fit was made. */
export class JudgmentVerdict {
  @Text() judgment: string;
  @Nested(() => VerdictView) verdict: VerdictView;
  @Text({ meaning: 'The fit that was made then, `fit_..`.' }) fit: string;
  @Int({ min: 0, meaning: 'Labels that it stands on.' }) labels: number;
  @Stamp({ meaning: 'When the fit was made.' }) fitted_at: string;
}
export class VerdictList {
  @ListOf(() => JudgmentVerdict, {
    max: 100,
    meaning: 'By name, of judgments in force here whose active version has a fit; others are left out.',
  })
  verdicts: JudgmentVerdict[];
}
export const readVerdicts = request({
  from: ['gateway'],
  to: 'calibration',
  subject: 'calibration.verdict.list.v1',
  why: 'Lists what the latest reports of the judgments of a namespace come to.',
  query: ReadVerdicts,
  reply: VerdictList,
});
