import { OneOf, ReportUsage } from '@app/contracts';

export class UsageQuery extends ReportUsage {
  @OneOf(['json', 'csv'], { optional: true }) format?: 'json' | 'csv';
}
