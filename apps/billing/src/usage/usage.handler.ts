import { Call } from '@app/bus';
import { ReportUsage, UsageReport } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { UsageService } from './usage.service';

@Injectable()
export class UsageHandler {
  constructor(private readonly usage: UsageService) {}

  report({ month, namespace_prefix: prefix }: ReportUsage, { who }: Call): Promise<UsageReport> {
    return this.usage.report({ organization: who.organization, month, scope: who.scope, prefix });
  }
}
