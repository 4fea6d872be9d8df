import { CLOCK, CONFIG, DATABASE } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import { UsageReport } from '@app/contracts';
import type { Clock } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { billingSettings } from '../app.config';
import { boundsOf, chargesEndMs, monthOf } from '../month/month';
import { Fees, Month, reportOf, visible } from './usage';
import { closeMonth, listUnclosed, readClosed, readCurrentMonth, readNamespaces } from './usage.store';

const pageSize = 50;
/** Longer than a charge can still be on its way to the ledger after it was booked in the month. */
const settlingMs = 10 * 60_000;

export interface ReportRequest {
  organization: string;
  /** `YYYY-MM`, UTC; the current month when left out. */
  month?: string;
  /** The caller's scope. */
  scope: string;
  /** Shows only namespaces that this prefix covers. */
  prefix?: string;
}

/** Reports what a month cost, and closes a month that takes no more charges. */
@Injectable()
export class UsageService {
  /** The newest month that this process knows to be closed for every organization; '' before it has looked. */
  private closedThrough = '';

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: ServiceConfig<typeof billingSettings>,
  ) {}

  async report({ organization, month: requested, scope, prefix }: ReportRequest): Promise<UsageReport> {
    const month = requested ?? (await readCurrentMonth(this.database));
    const usage = (await readClosed(this.database, organization, month)) ?? (await this.current(organization, month));
    return reportOf({ ...usage, rows: visible(usage.rows, scope, prefix) });
  }

  /** Whether the month before this one takes no more charges, and is not known to be closed. */
  get mayClose(): boolean {
    const month = this.lastMonth;
    return month > this.closedThrough && this.clock.now() >= chargesEndMs(month) + settlingMs;
  }

  private get lastMonth(): string {
    return monthOf(boundsOf(monthOf(this.clock.now())).fromMs - 1);
  }

  /** Closes the month before this one, a page of organizations at a time. @returns whether more are left */
  async closeLast(): Promise<boolean> {
    if (!this.mayClose) return false;
    const month = this.lastMonth;
    const organizations = await listUnclosed(this.database, month, pageSize);
    for (const organization of organizations) {
      await closeMonth(this.database, organization, await this.current(organization, month));
    }
    if (organizations.length === pageSize) return true;
    this.closedThrough = month;
    return false;
  }

  /** The usage of a month that is not closed, with the fees that hold today. */
  private async current(organization: string, month: string): Promise<Month> {
    const rows = await readNamespaces(this.database, organization, month);
    return { month, rows, fees: this.fees(), closedAt: null };
  }

  private fees(): Fees {
    const { tenantUsd, pinnedUsdPerGib } = this.config.prices;
    return { tenantUsd, pinnedUsdPerGib };
  }
}
