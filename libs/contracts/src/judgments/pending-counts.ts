import { Bool, Int, ListOf, OneOf } from '../field';
import { request } from '../message';
import { lanes } from '../engines';
import { OfNamespace } from './judgment';

export const pendingReasons = [...lanes, 'deferred'] as const;
export type PendingReason = (typeof pendingReasons)[number];

/** Answers that wait for one reason. */
export class PendingCount {
  @OneOf(pendingReasons, { meaning: '`deferred`: fan-out past its rolling limit, which waits until it may go on.' })
  reason: PendingReason;
  @Int({ min: 1, max: 10000, meaning: 'Answers that wait; 10,000 stands for 10,000 or more.' }) answers: number;
  @Int({ min: 0, meaning: 'How long the one that has waited longest waits, among those that are counted, in seconds.' })
  oldest_s: number;
}
export class PendingCounts {
  @ListOf(() => PendingCount, { meaning: 'In the order of service; reasons for which nothing waits are left out.' })
  pending: PendingCount[];
  @Bool({ meaning: 'Judging is paused because the budget is spent.' }) paused: boolean;
}
export const countPending = request({
  from: ['gateway'],
  to: 'judgments',
  subject: 'judgments.pending.count.v1',
  why: 'Counts the answers of a namespace that wait to be made.',
  query: OfNamespace,
  reply: PendingCounts,
});
