import { verdictCodes } from '@app/report';
import type { VerdictCode } from '@app/report';
import { OneOf, Text } from '../field';

/** What a report comes to, in one sentence. */
export class VerdictView {
  @OneOf(verdictCodes, {
    meaning:
      'Of the reads in use: `better` than always saying the base rate, beyond chance; `no_better`; `drifted`: better, and worse in ' +
      'the last 30 days than the fit promised; `few_labels` (below 50); `no_labels`; `not_compared`: counted before there was the comparison.',
  })
  code: VerdictCode;
  @Text() sentence: string;
}
