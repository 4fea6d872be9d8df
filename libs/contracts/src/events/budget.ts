import { Nested, Num, Text } from '../field';
import { BudgetView } from '../documents';

/** Judging in a namespace paused at the budget, or resumed. */
export class BudgetEventData {
  @Text() namespace: string;
  @Nested(() => BudgetView, { nullable: true, meaning: 'The budget of now; null when it was removed.' })
  budget: BudgetView | null;
  @Num({ min: 0, meaning: 'What judging cost in this UTC month, and what asks under way hold, in US dollars.' })
  spend_month_usd: number;
}
