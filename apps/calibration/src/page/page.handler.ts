import { Call } from '@app/bus';
import { CalibrationPage, CurvePointView, ReadCalibration } from '@app/contracts/calibration';
import { Injectable } from '@nestjs/common';
import { Judgment } from '../judgment/judgment';
import { JudgmentStore } from '../judgment/judgment.store';
import { selectionOf } from '../judgment/selection';
import { readSources, windowOf } from '../outcome/label/label-filter';
import { cutLabels } from '../recommendation/cut-labels';
import { curveOf } from '../recommendation/recommendation';
import { ReadLabels } from '../report/read-labels';
import { ReportService } from '../report/report.service';
import { policy } from './style';

/** The report as a page. */
@Injectable()
export class PageHandler {
  constructor(
    private readonly reports: ReportService,
    private readonly judgments: JudgmentStore,
    private readonly labels: ReadLabels,
  ) {}

  async read(query: ReadCalibration, call: Call): Promise<CalibrationPage> {
    const { who } = call;
    const report = await this.reports.read(query, call);
    const judgment = await this.judgments.find(who.organization, query.namespace, query.judgment);
    const curve = judgment.type === 'bool' ? await this.readCurve(judgment, query, call) : [];
    // The libraries that draw charts load with the first page, so that the service starts without them.
    const { pageOf } = await import('./page');
    const { namespace, judgment: name } = query;
    return { html: pageOf({ namespace, judgment: name, report, curve, bounds: boundsOf(judgment) }), policy };
  }

  private async readCurve(judgment: Judgment, query: ReadCalibration, call: Call): Promise<CurvePointView[]> {
    const selection = selectionOf(call.who.organization, judgment.judgment_id, query.namespace);
    const filter = { sources: readSources(query.sources), ...windowOf(query) };
    const { set } = await this.labels.readAnswered(judgment, selection, filter, call, query.engine_version);
    return set.y.length === 0 ? [] : curveOf(cutLabels(set, { on: 'p' }));
  }
}

function boundsOf({ type, thresholds }: Judgment): { name: string; at: number }[] {
  if (type !== 'bool') return [];
  return Object.entries(thresholds).flatMap(([name, at]) => (typeof at === 'number' ? [{ name, at }] : []));
}
