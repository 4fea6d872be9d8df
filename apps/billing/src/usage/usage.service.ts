import { CLOCK, CONFIG } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import { UsageReport } from '@app/contracts';
import type { Clock } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import type { billingSettings } from '../app.config';
import { boundsOf, endsTakingMs, monthOf } from '../month/month';
import { Fees, reportOf, visible } from './usage';
import { UsageStore } from './usage.store';

const pageSize = 50;
/** Longer than a charge may be under way that was booked before the month ended taking them. */
const settlingMs = 10 * 60_000;

/** Reports what a month cost, and closes it when it takes no more charges. */
@Injectable()
export class UsageService {
  /** The newest month of which every organization is closed, as far as this process knows. */
  private closedThrough = '';

  constructor(
    private readonly store: UsageStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: ServiceConfig<typeof billingSettings>,
  ) {}

  async report(organization: string, asked: string | undefined, scope: string, prefix?: string): Promise<UsageReport> {
    const month = asked ?? (await this.store.currentMonth());
    const closed = await this.store.closed(organization, month);
    const whole = closed ?? {
      month,
      rows: await this.store.ofMonth(organization, month),
      fees: this.fees(),
      closedAt: null,
    };
    return reportOf({ ...whole, rows: visible(whole.rows, scope, prefix) });
  }

  /** Closes the month before this one, a page of organizations at a time. @returns whether more are left */
  async closeLast(): Promise<boolean> {
    const month = monthOf(boundsOf(monthOf(this.clock.now())).fromMs - 1);
    if (month <= this.closedThrough || this.clock.now() < endsTakingMs(month) + settlingMs) return false;
    const organizations = await this.store.open(month, '', pageSize);
    for (const organization of organizations) {
      await this.store.close(organization, month, await this.store.ofMonth(organization, month), this.fees());
    }
    if (organizations.length === pageSize) return true;
    this.closedThrough = month;
    return false;
  }

  private fees(): Fees {
    const { tenantUsd, pinnedUsdPerGib } = this.config.prices;
    return { tenantUsd, pinnedUsdPerGib };
  }
}
