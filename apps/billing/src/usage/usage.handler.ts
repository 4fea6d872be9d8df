import { Call } from '@app/bus';
import { ReportDays, ReportUsage, UsageDays, UsageReport } from '@app/contracts/billing';
import { Injectable } from '@nestjs/common';
import { DailyService } from './daily.service';
import { UsageService } from './usage.service';

@Injectable()
export class UsageHandler {
  constructor(
    private readonly usage: UsageService,
    private readonly daily: DailyService,
  ) {}

  report({ namespace_prefix: prefix, ...page }: ReportUsage, { who }: Call): Promise<UsageReport> {
    return this.usage.report({ ...page, organization: who.organization, scope: who.scope, prefix });
  }

  readDays({ month, namespace_prefix: prefix }: ReportDays, { who }: Call): Promise<UsageDays> {
    return this.daily.report({ organization: who.organization, month, scope: who.scope, prefix });
  }
}
