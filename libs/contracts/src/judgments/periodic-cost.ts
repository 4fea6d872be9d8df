import { Num, Text } from '../field';
import { request } from '../message';

export class PeriodicCost {
  @Text() organization: string;
  @Text() namespace: string;
}
export class PeriodicCostFound {
  @Num({ min: 0, meaning: 'Cost of intervals in USD per month at current tiers; 0 when no judgment has an interval.' })
  usd_per_month: number;
}
export const periodicCost = request({
  subject: 'judgments.periodic-cost.get.v1',
  why: "Estimates the cost of a namespace's intervals, for its settings page.",
  from: ['documents'],
  to: 'judgments',
  query: PeriodicCost,
  reply: PeriodicCostFound,
});
