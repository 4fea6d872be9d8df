import { Int, Nested, Num, OneOf, Text, Values } from '../field';
import { JobView } from '../jobs';
import { request } from '../message';
import { UsageView } from '../shared';
import { BackfillBody } from './bodies';
import { EstimateView } from './change-views';
import { OfJudgment } from './judgment';

export class BackfillReply {
  @OneOf(['confirmation_required', 'started']) status: 'confirmation_required' | 'started';
  @Text({ nullable: true, meaning: 'Confirmation token; send the same request with it to begin.' }) confirm:
    string | null;
  @Nested(() => EstimateView, { nullable: true, meaning: 'Null when the documents cannot be counted.' })
  estimate: EstimateView | null;
  @Nested(() => JobView, { optional: true }) job?: JobView;
}

/** The result of a backfill job. */
export class BackfillResult {
  @Int({ meaning: 'Number of chosen documents that were processed.' }) documents: number;
  @Int({ meaning: 'Number of documents that an engine answered.' }) answered: number;
  @Int({ meaning: 'Number of documents whose last attempt failed.' }) failed: number;
  @Num({ meaning: 'As in `usage`.' }) judgment_units: number;
  @Num({ meaning: 'As in `usage`.' }) cost_usd: number;
  @Nested(() => UsageView) usage: UsageView;
  @OneOf(['max_usd'], { nullable: true }) stopped_by: 'max_usd' | null;
  @Values(
    { type: 'string' },
    { meaning: 'Namespaces of the prefix that were left out because judging is paused there; at most 100.' },
  )
  paused: string[];
}

export class StartBackfill extends OfJudgment {
  @Nested(() => BackfillBody) backfill: BackfillBody;
}
export const startBackfill = request({
  from: ['gateway'],
  to: 'judgments',
  subject: 'judgments.backfill.start.v1',
  why: 'Quotes judging of stored documents, and starts it after confirmation.',
  query: StartBackfill,
  reply: BackfillReply,
});
