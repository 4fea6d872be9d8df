import { Bool, Int, ListOf, MapOf, Num, OneOf, Shape, Stamp, Text } from '../field';
import { request } from '../message';

export class ReadQueue {
  @Text() namespace: string;
  @Text() judgment: string;
  @Int({ optional: true, min: 1, max: 100, meaning: 'Items a page: 1 to 100.' }) limit?: number;
}
/**
 * An answer that is worth labelling. It stays in the queue until its outcome is posted with `answer`. For ten minutes after a read it
 * is offered to the same caller alone.
 */
export class QueueItem {
  @Text() namespace: string;
  @Text() document: string;
  @Text({ meaning: 'Id of an answer of record, `ans_..`.' }) answer: string;
  @Int() document_version: number;
  @Stamp() judged_at: string;
  @Num({ optional: true, meaning: 'Probability of yes (bool).' }) p?: number;
  @Num({ optional: true, meaning: 'The score (score).' }) score?: number;
  @Shape(
    { type: ['string', 'number', 'null'] },
    { optional: true, meaning: 'The most probable option or level (choice, score).' },
  )
  value?: string | number | null;
  @Num({ optional: true }) escape_p?: number;
  @MapOf({ type: 'number' }, { optional: true }) dist?: Record<string, number>;
  @OneOf(['near_threshold', 'under_covered', 'random'], { meaning: 'The main reason why the item was drawn.' }) reason:
    'near_threshold' | 'under_covered' | 'random';
  @Num({
    min: 0,
    meaning:
      'Number of answers that the item stands for: the inverse of the probability with which its draw took it. A draw takes up to 100 of the answers that no draw took before.',
  })
  weight: number;
  @Stamp() drawn_at: string;
  @Bool({ optional: true, meaning: 'Whether somebody else has labelled it: what they said is not shown.' })
  second_opinion?: boolean;
}
export class QueueView {
  @Int({ min: 1 }) version: number;
  @ListOf(() => QueueItem, { max: 100 }) items: QueueItem[];
  @Text({ nullable: true, meaning: 'Always null; new items follow when the present ones are labelled.' }) next_cursor:
    string | null;
}
export const readQueue = request({
  from: ['gateway'],
  to: 'calibration',
  subject: 'calibration.queue.read.v1',
  why: 'Reads the answers that are most worth labelling.',
  query: ReadQueue,
  reply: QueueView,
});
