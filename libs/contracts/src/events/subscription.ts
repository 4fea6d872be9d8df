import { Bool, Int, JsonObject, MapOf, OneOf, Text } from '../field';
import { AnswerView } from '../views';

/** Why a document entered or left: a write, an answer, a threshold, its deletion, a changed filter, time alone. */
export const membershipCauses = ['document', 'answer', 'threshold', 'deleted', 'filter', 'time'] as const;
export type MembershipCause = (typeof membershipCauses)[number];

/** A document entered or left a subscription. */
export class SubscriptionEventData {
  @Text({ meaning: "The document's namespace." }) namespace: string;
  @Text({ meaning: "The subscription's name." }) subscription: string;
  @Text({ meaning: "The document's id." }) document: string;
  @Int({
    min: 1,
    meaning: 'Grows with every change in the namespace; of one subscription and document the greatest is the truth.',
  })
  sequence: number;
  @OneOf(membershipCauses) cause: MembershipCause;
  @JsonObject({ optional: true, meaning: 'As the subscription includes them.' }) attributes?: object;
  @MapOf(() => AnswerView, { optional: true, meaning: 'By judgment, as the subscription includes them.' })
  answers?: object;
  @Bool({ optional: true, meaning: 'Attributes and answers were left out: the body would have passed 63 KB.' })
  truncated?: boolean;
  @Text({ optional: true, meaning: 'Where to read what was left out, with a key of your own.' }) url?: string;
}
