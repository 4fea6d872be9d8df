import type { ServiceConfig } from '@app/boot';
import { integer } from '@app/config';

export const judgmentsSettings = {
  asksInFlight: integer('ASKS_IN_FLIGHT', {
    meaning: 'asks of one engine that this process has under way at once',
    fallback: 64,
    min: 1,
    max: 512,
  }),
  claimedDocuments: integer('CLAIMED_DOCUMENTS', {
    meaning: 'documents that this process has claimed at once, those that wait for their ask included',
    fallback: 192,
    min: 1,
    max: 4096,
  }),
  recordWaitMs: integer('RECORD_WAIT_MS', {
    meaning: 'how long an answer waits for others to be recorded with it',
    unit: 'ms',
    fallback: 5,
    min: 0,
    max: 1000,
  }),
  answerRetentionMonths: integer('ANSWER_RETENTION_MONTHS', {
    meaning: 'how long an answer of record is kept after it was in force last; one that is in force is always kept',
    unit: 'months',
    fallback: 13,
    min: 13,
    max: 1200,
  }),
};

export type JudgmentsConfig = ServiceConfig<typeof judgmentsSettings>;
