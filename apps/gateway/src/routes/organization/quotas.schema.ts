import { Nested, Num, OneOf, Shape, Text, plans } from '@app/contracts';
import type { Plan } from '@app/contracts';
import { QuotaReported } from '@app/contracts/billing';
import { HeldFound } from '@app/contracts/documents';

/** A limit of the plan and how much of it is used. */
export class QuotaUse {
  @Shape({ type: ['number', 'null'], minimum: 0 }, { meaning: 'Null when the plan has no limit.' }) limit:
    number | null;
  @Num({ min: 0 }) used: number;
}

export class OrganizationQuotas {
  @OneOf(plans) plan: Plan;
  @Text({ meaning: 'UTC month in which the judgments are counted, `YYYY-MM`.' }) month: string;
  @Nested(() => QuotaUse, { meaning: 'Judgments of the month: charged, and held for asks that run now.' })
  judgments: QuotaUse;
  @Nested(() => QuotaUse) namespaces: QuotaUse;
  @Nested(() => QuotaUse) documents: QuotaUse;
  @Nested(() => QuotaUse, { meaning: 'Stored size of attributes and state, GiB (2^30 bytes).' }) gib: QuotaUse;
}

const bytesPerGib = 2 ** 30;

/** Each limit beside what counts against it. */
export function quotasView(limits: QuotaReported, held: HeldFound): OrganizationQuotas {
  return {
    plan: limits.plan,
    month: limits.month,
    judgments: { limit: limits.judgments, used: limits.judgments_used },
    namespaces: { limit: limits.namespaces, used: held.namespaces },
    documents: { limit: limits.documents, used: held.documents },
    gib: { limit: limits.gib, used: held.bytes / bytesPerGib },
  };
}
