import { Int, Stamp, Text } from '../field';

/** A judgment's fan-out exceeded its rolling limit, or caught up. */
export class DeferralEventData {
  @Text() namespace: string;
  @Text({ meaning: "The judgment's name." }) judgment: string;
  @Int({ min: 0, meaning: 'Documents that wait; 0 once caught up.' }) deferred: number;
  @Stamp({
    nullable: true,
    meaning: 'When the limit has room again; null when it never has as it stands, and once caught up.',
  })
  resumes_at: string | null;
}
