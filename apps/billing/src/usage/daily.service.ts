import { CLOCK, DATABASE } from '@app/boot';
import { UsageDays } from '@app/contracts/billing';
import type { Clock } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { daysUntil, monthOf } from '../month/month';
import { daysOf } from './daily';
import { forgetDays, forgetDaysLimit, readDays } from './daily.store';
import type { ReportRequest } from './usage.service';

/** Reports a month by day, and deletes days that are too old. */
@Injectable()
export class DailyService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async report({ month: requested, ...request }: ReportRequest): Promise<UsageDays> {
    const month = requested ?? monthOf(this.clock.now());
    const found = await readDays(this.database, { ...request, month });
    const today = new Date(this.clock.now()).toISOString().slice(0, 10);
    // A day ahead of this process's clock is shown too, when another process has charged it.
    const last = [...found.days.keys()].reduce((latest, day) => (day > latest ? day : latest), today);
    return daysOf(month, daysUntil(month, last), found);
  }

  /** @returns whether more days may be too old */
  async forget(): Promise<boolean> {
    return (await forgetDays(this.database)) === forgetDaysLimit;
  }
}
