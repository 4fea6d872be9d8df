import { Int, Nested, Text } from '../field';
import { WantedAnswer } from '../documents';
import { PermitState } from '../engines';
import { QueueExplanation } from './explanation';

/** Why an answer is as it is: what documents, judgments and the broker know of it. Nothing of the document is in it. */
export class AnswerExplanation extends QueueExplanation {
  @Text() document: string;
  @Text() judgment: string;
  @Int({ min: 1 }) document_version: number;
  @Nested(() => WantedAnswer, { nullable: true, meaning: 'Null where `applies_to` leaves the document out.' })
  answer: WantedAnswer | null;
  @Nested(() => PermitState, {
    nullable: true,
    meaning: 'Null when the engine is not known, or the broker did not answer within 2 s.',
  })
  permit: PermitState | null;
}
