import { DATABASE } from '@app/boot';
import type { Call } from '@app/bus';
import type { ReadVerdicts, VerdictList } from '@app/contracts/calibration';
import { Database } from '@app/persistence';
import { verdictOf } from '@app/report';
import { Inject, Injectable } from '@nestjs/common';
import { listFitted } from './verdict.store';

/** What the reports of a namespace's judgments come to, as they were counted with their newest fits. */
@Injectable()
export class VerdictHandler {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async list({ namespace }: ReadVerdicts, { who }: Call): Promise<VerdictList> {
    const rows = await listFitted(this.database, who.organization, namespace);
    return {
      verdicts: rows.map(({ name, fit, made_at, report }) => ({
        judgment: name,
        verdict: verdictOf(report),
        fit,
        labels: report.labels.used,
        fitted_at: made_at.toISOString(),
      })),
    };
  }
}
