import { OneOf } from '@app/contracts';
import { ReportUsage } from '@app/contracts/billing';

export class UsageQuery extends ReportUsage {
  @OneOf(['json', 'csv'], { optional: true }) format?: 'json' | 'csv';
}
