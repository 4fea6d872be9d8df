import { JudgePrice } from '../documents';
import { ListOf, Text, Values } from '../field';
import { request } from '../message';

/** Documents that one judgment is to be asked about. */
export class JudgmentToPrice {
  @Text() judgment_id: string;
  @Values({ type: 'string' }, { max: 100 }) documents: string[];
}
export class PriceJudging {
  @Text() organization: string;
  @Text() namespace: string;
  @ListOf(() => JudgmentToPrice) judgments: JudgmentToPrice[];
}
export const priceJudging = request({
  subject: 'judgments.judge.price.v1',
  why: 'Prices judging some documents by the contexts that an engine would read, and asks none.',
  from: ['documents'],
  to: 'judgments',
  query: PriceJudging,
  reply: JudgePrice,
});
