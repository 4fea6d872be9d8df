import { Bool, Int, JsonObject, MapOf, OneOf, Text } from '../field';
import { AnswerView } from '../documents';

/**
 * Why a document entered or left: a write, an answer, a threshold, a new fit (`calibration`), another change of a judgment
 * (`judgment`: made, deleted, detached or applying to other documents), its deletion, a changed filter, or time.
 */
export const membershipCauses = [
  'document',
  'answer',
  'threshold',
  'calibration',
  'judgment',
  'deleted',
  'filter',
  'time',
] as const;
export type MembershipCause = (typeof membershipCauses)[number];

/** A document entered or left a subscription. */
export class SubscriptionEventData {
  @Text({ meaning: "The document's namespace." }) namespace: string;
  @Text({ meaning: "The subscription's name." }) subscription: string;
  @Text({ meaning: "The document's id." }) document: string;
  @Int({
    min: 1,
    meaning:
      'Grows with every change in the namespace. Of one subscription and document the event with the greatest sequence is current.',
  })
  sequence: number;
  @OneOf(membershipCauses) cause: MembershipCause;
  @JsonObject({ optional: true, named: 'Attributes', meaning: 'Present when the subscription includes attributes.' })
  attributes?: object;
  @MapOf(() => AnswerView, {
    optional: true,
    meaning: 'Answers by judgment; present when the subscription includes them.',
  })
  answers?: object;
  @Bool({
    optional: true,
    meaning: 'True when attributes and answers were left out because the body would have exceeded 63 KB.',
  })
  truncated?: boolean;
  @Text({
    optional: true,
    meaning: 'Address of the document with the members that were left out; read it with your key.',
  })
  url?: string;
}
