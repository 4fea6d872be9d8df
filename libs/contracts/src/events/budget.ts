import { Nested, Num, Text } from '../field';
import { BudgetView } from '../views';

/** Judging paused at a namespace's budget, or went on. */
export class BudgetEventData {
  @Text() namespace: string;
  @Nested(() => BudgetView, { nullable: true, meaning: 'As it stands now; null when it was taken away.' })
  budget: BudgetView | null;
  @Num({ min: 0, meaning: 'What judging cost in this UTC month, in US dollars.' }) spend_month_usd: number;
}
