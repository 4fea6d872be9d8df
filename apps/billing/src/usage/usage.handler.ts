import { Call } from '@app/bus';
import { ReportUsage, UsageReport } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { reportOf, visible } from './usage';
import { UsageStore } from './usage.store';

@Injectable()
export class UsageHandler {
  constructor(private readonly store: UsageStore) {}

  async report({ month, namespace_prefix }: ReportUsage, { who }: Call): Promise<UsageReport> {
    const asked = month ?? (await this.store.currentMonth());
    const rows = await this.store.ofMonth(who.organization, asked);
    return reportOf(asked, visible(rows, who.scope, namespace_prefix));
  }
}
