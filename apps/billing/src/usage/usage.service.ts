import { CLOCK, CONFIG, DATABASE } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import { UsageReport, longestUsagePage as longestPage } from '@app/contracts/billing';
import type { Clock } from '@app/observability';
import { Database, decodeCursor, encodeCursor } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { billingSettings } from '../app.config';
import { boundsOf, chargesEndMs, monthOf } from '../month/month';
import { closeMonth, keepNamespaces, listUnclosed } from './closing.store';
import { Fees, reportOf } from './usage';
import { readClosed, readClosing, readCurrentMonth, readOpen } from './usage.store';

const organizationsATurn = 50;
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
  /** Namespaces of the page, 1 to 1,000; 1,000 when left out. */
  limit?: number;
  cursor?: string;
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

  /** @throws Problem `invalid_request`, reason `bad_cursor` */
  async report({ month: requested, cursor, ...asked }: ReportRequest): Promise<UsageReport> {
    const [after] = decodeCursor('usage', cursor) ?? [''];
    const month = requested ?? (await readCurrentMonth(this.database));
    const shown = { ...asked, month, after, limit: asked.limit ?? longestPage };
    const closed = await readClosing(this.database, asked.organization, month);
    const page = await (closed ? readClosed : readOpen)(this.database, shown);
    return reportOf({
      ...page,
      month,
      fees: closed?.fees ?? this.fees,
      closedAt: closed?.closedAt ?? null,
      nextCursor: page.after === null ? null : encodeCursor('usage', [page.after]),
    });
  }

  /** Whether the month before this one takes no more charges, and is not known to be closed. */
  get mayClose(): boolean {
    const month = this.lastMonth;
    return month > this.closedThrough && this.clock.now() >= chargesEndMs(month) + settlingMs;
  }

  private get lastMonth(): string {
    return monthOf(boundsOf(monthOf(this.clock.now())).fromMs - 1);
  }

  /**
   * Closes the month before this one, some organizations at a time and of each some namespaces at a time.
   * @returns whether more is left
   */
  async closeLast(): Promise<boolean> {
    if (!this.mayClose) return false;
    const month = this.lastMonth;
    const organizations = await listUnclosed(this.database, month, organizationsATurn);
    let isMore = organizations.length === organizationsATurn;
    for (const organization of organizations) {
      if (await keepNamespaces(this.database, organization, month)) isMore = true;
      else await closeMonth(this.database, organization, month, this.fees);
    }
    if (!isMore) this.closedThrough = month;
    return isMore;
  }

  /** Those that hold today. */
  private get fees(): Fees {
    const { tenantUsd, pinnedUsdPerGib } = this.config.prices;
    return { tenantUsd, pinnedUsdPerGib };
  }
}
