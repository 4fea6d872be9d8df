import { Problem } from '@app/problem';

/** Calls of a UTC day that returned drafts, and such as are under way. */
export interface DayOfCalls {
  ofJudgment: number;
  ofOrganization: number;
  /** The next UTC midnight. */
  resetsAt: Date;
}

export const maxCallsPerJudgment = 20;
export const maxCallsPerOrganization = 50;
/** Longer than a call may last, so that only a crash lets a hold expire; seconds. */
export const holdSeconds = 60;

/** @throws Problem `rate_limited` with `details.resets_at` when the day's calls are used up or under way */
export function refuseSpent({ ofJudgment, ofOrganization, resetsAt }: DayOfCalls): void {
  const isOfJudgment = ofJudgment >= maxCallsPerJudgment;
  if (!isOfJudgment && ofOrganization < maxCallsPerOrganization) return;
  const [whose, most] = isOfJudgment
    ? ['this judgment', maxCallsPerJudgment]
    : ['the organization', maxCallsPerOrganization];
  throw new Problem(
    'rate_limited',
    `The ${most} drafting calls of ${whose} for today are used up; try again tomorrow.`,
    {
      rate_limit: 'per_org',
      limit: isOfJudgment ? 'drafts_per_day_per_judgment' : 'drafts_per_day_per_org',
      resets_at: resetsAt.toISOString(),
    },
  );
}
