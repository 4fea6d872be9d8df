import { Call } from '@app/bus';
import { RawReport, ReadCalibration } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { placeOf } from '../judgment/judgment';
import { JudgmentStore } from '../judgment/judgment.store';
import { readSources, reportOf } from './report';
import { ReportStore } from './report.store';

@Injectable()
export class ReportHandler {
  constructor(
    private readonly store: ReportStore,
    private readonly judgments: JudgmentStore,
  ) {}

  async read(query: ReadCalibration, { who }: Call): Promise<RawReport> {
    const filter = { sources: readSources(query.sources), since: query.since ?? null, until: query.until ?? null };
    const judgment = await this.judgments.find(who.organization, query.namespace, query.judgment);
    const place = placeOf(who.organization, judgment.judgment_id, query.namespace);
    return reportOf(judgment, await this.store.labels(place, judgment.active_version, filter));
  }
}
