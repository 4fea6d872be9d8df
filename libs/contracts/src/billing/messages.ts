import { plans } from '../call';
import type { Plan } from '../call';
import { Bool, Int, ListOf, MapOf, Nested, Num, OneOf, Shape, Stamp, Text, Values } from '../field';
import { fact, request } from '../message';

/**
 * `fanout_share`: fan-out has spent its share of the budget; other asks go on. `block_spent`: the block that the request
 * names has ended, or has too little left for the ask.
 */
export const spendRefusals = ['budget_exceeded', 'plan_required', 'fanout_share', 'block_spent'] as const;
export type SpendRefusal = (typeof spendRefusals)[number];

export class SpendAsk {
  @Text() ask_id: string;
  @Num({ above: 0 }) units: number;
  @MapOf({ type: 'number' }, { meaning: 'Units by judgment id.' }) by_judgment: Record<string, number>;
  @Int({ meaning: 'Tokens of context and questions, for the report.' }) tokens: number;
  @Bool({ optional: true, meaning: "True when fan-out alone asks: it may take the namespace's share of the budget." })
  fanout?: boolean;
  @Num({
    optional: true,
    min: 0,
    meaning: 'With a block: units of the block before this ask. They place it in the price tiers.',
  })
  at_units?: number;
}
export class ReserveSpend {
  @Text() organization: string;
  @Text() namespace: string;
  @ListOf(() => SpendAsk, { min: 1, max: 1000 }) asks: SpendAsk[];
  @Text({ optional: true, meaning: 'The block from which the asks are drawn; left out for judging.' }) block?: string;
}
export class SpendReply {
  @Text() ask_id: string;
  @OneOf(spendRefusals, { nullable: true }) refusal: SpendRefusal | null;
  @Num({ meaning: 'USD at the current tiers, exact to 1e-6; 0 when refused.' }) cost_usd: number;
}
export class SpendReserved {
  @ListOf(() => SpendReply) asks: SpendReply[];
  @Bool() paused: boolean;
}
export const reserveSpend = request({
  subject: 'billing.spend.reserve.v1',
  why: 'Reserves the cost of asks for 120 s, or refuses them. The fact of the recorded answers settles the reservation. Asks of a block hold their money as long as the block.',
  from: ['judgments'],
  to: 'billing',
  query: ReserveSpend,
  reply: SpendReserved,
  maxConcurrent: 128,
});

export class ReleasedAsk {
  @Text() ask_id: string;
}
export class ReleaseSpend {
  @Text() organization: string;
  @Text() namespace: string;
  @ListOf(() => ReleasedAsk, { min: 1, max: 1000 }) asks: ReleasedAsk[];
}
export class SpendReleased {
  @Int() released: number;
}

/** The spend of the month reached the budget, or is below it again. */
export class BudgetChanged {
  @Text() organization: string;
  @Text() namespace: string;
  @Bool() paused: boolean;
  @Num() spend_month_usd: number;
  @Text({ meaning: 'UTC calendar month, `YYYY-MM`.' }) month: string;
  @Int() revision: number;
  @Stamp() changed_at: string;
}
export const budgetChanged = fact({
  subject: 'billing.budget.changed.v1',
  why: 'Judging in a namespace pauses or resumes.',
  from: 'billing',
  payload: BudgetChanged,
  consumers: ['documents', 'judgments'],
});

/** Namespaces of one page of a month's usage. */
export const longestUsagePage = 1000;

export class ReportUsage {
  @Text({ optional: true, pattern: /^\d{4}-(0[1-9]|1[0-2])$/, meaning: 'UTC month; default: the current one.' })
  month?: string;
  @Text({ optional: true, max: 256 }) namespace_prefix?: string;
  @Int({ optional: true, min: 1, max: longestUsagePage, meaning: 'Items a page: 1 to 1000; default: 1000.' })
  limit?: number;
  @Text({ optional: true, min: 1, max: 4096 }) cursor?: string;
}
export class UsageLine {
  @Text() namespace: string;
  @Num() judgment_units: number;
  @Int() tokens: number;
  @Num() cost_usd: number;
  @MapOf({ type: 'number' }) by_judgment: Record<string, number>;
  // Optional while reports from before metering are kept; they lack it.
  @Num({ optional: true, meaning: 'GiB-months kept resident by pinning: size times share of the month.' })
  pinned_gib_months?: number;
}
export class UsageReport {
  @Text() month: string;
  @Num() judgment_units: number;
  @Int() tokens: number;
  @Num({ meaning: 'Cost of judging only.' }) cost_usd: number;
  @Int({ meaning: 'Namespaces with a write or a judged answer in the month; the tenant fee counts them.' })
  active_namespaces: number;
  // Optional while processes of an earlier version may answer; they show every namespace at once.
  @MapOf({ type: 'number' }, { optional: true, meaning: 'Units by judgment name: the 100 names with the most.' })
  by_judgment?: Record<string, number>;
  @ListOf(() => UsageLine, {
    meaning: 'A page of the namespaces, by name, of about 1 MiB at most. The figures beside it are of all of them.',
  })
  namespaces: UsageLine[];
  @Text({ optional: true, nullable: true }) next_cursor?: string | null;
  // Optional while reports from before metering are kept; they lack it.
  @Num({ optional: true, meaning: 'Fee for the active namespaces.' }) tenant_fee_usd?: number;
  @Num({ optional: true, meaning: 'GiB-months of pinned namespaces.' }) pinned_gib_months?: number;
  @Num({ optional: true }) pinned_cost_usd?: number;
  @Num({ optional: true, meaning: 'Sum of judging, tenant fee and pinned namespaces.' }) total_cost_usd?: number;
  @Stamp({
    optional: true,
    nullable: true,
    meaning: 'When the month was closed; its report no longer changes after that.',
  })
  closed_at?: string | null;
}
export const reportUsage = request({
  subject: 'billing.usage.report.v1',
  why: 'Reads the usage and cost of a month, and a page of it by namespace and judgment.',
  from: ['gateway'],
  to: 'billing',
  query: ReportUsage,
  reply: UsageReport,
});

export class ReportDays {
  @Text({ optional: true, pattern: /^\d{4}-(0[1-9]|1[0-2])$/, meaning: 'UTC month; default: the current one.' })
  month?: string;
  @Text({ optional: true, max: 256 }) namespace_prefix?: string;
}
/** What was charged for the answers of some time. */
export class UsageFigures {
  @Num() judgment_units: number;
  @Int() tokens: number;
  @Num({ meaning: 'Cost of judging only, USD, rounded so that the days and `undated` add up to the month.' })
  cost_usd: number;
}
export class UsageDay extends UsageFigures {
  @Text({ meaning: 'UTC day, `YYYY-MM-DD`.' }) day: string;
}
export class UsageDays {
  @Text({ meaning: 'UTC month, `YYYY-MM`.' }) month: string;
  @ListOf(() => UsageDay, { meaning: 'Each day of the month until today, also those without a charge.' })
  days: UsageDay[];
  @Nested(() => UsageFigures, {
    meaning: 'Charges of the month without a day: days are kept for 400 days, and releases before this one kept none.',
  })
  undated: UsageFigures;
}
export const reportDays = request({
  subject: 'billing.usage.daily.v1',
  why: 'Reads the usage and cost of a month by day.',
  from: ['gateway'],
  to: 'billing',
  query: ReportDays,
  reply: UsageDays,
});

export class ReportQuota {}
export class QuotaReported {
  @OneOf(plans) plan: Plan;
  @Text({ meaning: 'UTC month that the judgments are counted in, `YYYY-MM`.' }) month: string;
  @Num({ meaning: 'Judgments charged this month and held for asks that run now.' }) judgments_used: number;
  @Shape({ type: ['integer', 'null'], minimum: 0 }) judgments: number | null;
  @Shape({ type: ['integer', 'null'], minimum: 0 }) namespaces: number | null;
  @Shape({ type: ['integer', 'null'], minimum: 0 }) documents: number | null;
  @Shape({ type: ['number', 'null'], minimum: 0 }) gib: number | null;
}
export const reportQuota = request({
  subject: 'billing.quota.report.v1',
  why: "Reads the limits of the caller's plan, null where there is none, and how many judgments of the month are used.",
  from: ['gateway'],
  to: 'billing',
  query: ReportQuota,
  reply: QuotaReported,
});

export class NamespaceSpend {
  @Text() organization: string;
  @Text() namespace: string;
}
export class NamespaceSpendFound {
  @Bool() paused: boolean;
  @Num() spend_month_usd: number;
}
export const namespaceSpend = request({
  subject: 'billing.spend.get.v1',
  why: "Reads a namespace's spend of this month, for its settings page, and whether its judging is paused.",
  from: ['documents', 'calibration'],
  to: 'billing',
  query: NamespaceSpend,
  reply: NamespaceSpendFound,
});

export const releaseSpend = request({
  subject: 'billing.spend.release.v1',
  why: 'Releases the reservations of asks that will not run.',
  from: ['judgments'],
  to: 'billing',
  query: ReleaseSpend,
  reply: SpendReleased,
});

export class QuoteSpend {
  @Text() organization: string;
  @Values(
    { type: 'number', minimum: 0 },
    { max: 100, meaning: 'Judgment units; each amount is quoted alone, from the usage of the month so far.' },
  )
  units: number[];
}
export class SpendQuoted {
  @Values({ type: 'number' }, { meaning: 'USD at the current tiers, rounded to 1e-6, in the order of `units`.' })
  cost_usd: number[];
}
export const quoteSpend = request({
  subject: 'billing.spend.quote.v1',
  why: 'Quotes what units would cost now, for estimates; reserves nothing. The costs of running totals differ by the cost of each item at its place.',
  from: ['judgments', 'calibration'],
  to: 'billing',
  query: QuoteSpend,
  reply: SpendQuoted,
});

export class ListQuotas {}
/** The quota of a plan; null means no limit. */
export class PlanQuota {
  @OneOf(plans) plan: Plan;
  @Shape({ type: ['integer', 'null'], minimum: 0 }) namespaces: number | null;
  @Shape({ type: ['integer', 'null'], minimum: 0 }) documents: number | null;
  @Shape({ type: ['number', 'null'], minimum: 0 }) gib: number | null;
}
export class QuotasListed {
  @ListOf(() => PlanQuota, { meaning: 'From the smallest plan to the largest.' }) quotas: PlanQuota[];
}
export const listQuotas = request({
  subject: 'billing.quota.list.v1',
  why: 'Reads the quota of each plan. Callers keep the reply and refresh it from time to time.',
  from: ['documents'],
  to: 'billing',
  query: ListQuotas,
  reply: QuotasListed,
});
