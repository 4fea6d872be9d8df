import { JudgmentSnapshot } from '../documents';
import { Bool, Int, JsonObject, Nested, Stamp, Text } from '../field';
import { fact } from '../message';

/** A judgment's snapshot (`column`) changed. With `column.archived` reads no longer show the judgment. */
export class JudgmentChangedFact {
  @Nested(() => JudgmentSnapshot) column: JudgmentSnapshot;
  @JsonObject({ meaning: 'Settings of outcomes, for calibration.' }) outcomes: object;
  @JsonObject({
    optional: true,
    meaning: 'Settings of alternatives, for calibration; left out while they are as by default.',
  })
  alternatives?: object;
  @JsonObject({
    optional: true,
    meaning: 'Settings of the review queue, for calibration; left out while they are as by default.',
  })
  queue?: object;
}
export const judgmentChanged = fact({
  subject: 'judgments.judgment.changed.v1',
  why: 'A judgment changed; documents and calibration apply its snapshot before the client gets its reply.',
  from: 'judgments',
  payload: JudgmentChangedFact,
  consumers: ['documents', 'calibration'],
  replicatedTo: ['documents', 'calibration'],
});

export class DeferralChanged {
  @Text() organization: string;
  @Text() namespace: string;
  @Text() judgment_id: string;
  @Bool() deferred: boolean;
  @Stamp({
    optional: true,
    nullable: true,
    meaning: 'When the limit has room again; null when it never has as it stands, and once caught up.',
  })
  resumes_at?: string | null;
  @Int() revision: number;
}
export const deferralChanged = fact({
  subject: 'judgments.deferral.changed.v1',
  why: 'A rolling limit deferred a fan-out, its end moved by more than a minute, or the fan-out caught up.',
  from: 'judgments',
  payload: DeferralChanged,
  consumers: ['documents'],
});
