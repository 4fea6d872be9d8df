import { CLOCK, DATABASE } from '@app/boot';
import type { Call } from '@app/bus';
import type { AnswerWeek, CalibrationHistory, ReadCalibrationHistory } from '@app/contracts/calibration';
import type { Clock } from '@app/observability';
import { Database, decodeCursor, encodeCursor } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { EpochSources } from '../epoch/epoch-sources';
import { scopeOf } from '../figure/fit/fit';
import { Judgment } from '../judgment/judgment';
import { JudgmentStore } from '../judgment/judgment.store';
import { everyLabel } from '../outcome/label/label-filter';
import { speaksFor } from '../outcome/label/speaks-for';
import { listAnswerWeeks } from '../population/answer-week.store';
import { ReadLabels } from '../report/read-labels';
import { answerWeeksOf } from './answer-weeks';
import { pastFit } from './past-fit';
import { listPastFits } from './past-fit.store';
import { mondayOf, weeksOf } from './weeks';

const pageSize = 50;
const defaultWeeks = 26;

/** How a judgment has been read over time: its fits, and its labels by week. */
@Injectable()
export class HistoryHandler {
  constructor(
    private readonly judgments: JudgmentStore,
    private readonly labels: ReadLabels,
    private readonly epochs: EpochSources,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async read(query: ReadCalibrationHistory, call: Call): Promise<CalibrationHistory> {
    const { organization } = call.who;
    const cursor = decodeCursor('fits', query.cursor);
    const judgment = await this.judgments.find(organization, query.namespace, query.judgment);
    const limit = query.limit ?? pageSize;
    const key = { organization, judgment_id: judgment.judgment_id, scope: scopeOf(judgment) };
    const rows = await listPastFits(this.database, key, cursor && cursor[0], limit + 1);
    const read = cursor === null ? await this.readWeeks(organization, judgment, query, call) : { weeks: [] };
    const page = rows.slice(0, limit);
    const last = page[page.length - 1];
    const fits = page.map((row, at) => pastFit(row, rows[at + 1]));
    return {
      fits: await this.epochs.addToEach(judgment, fits),
      ...read,
      ...(cursor === null && { answers: await this.readAnswers(organization, judgment, query) }),
      next_cursor: rows.length > limit ? encodeCursor('fits', [last.revision]) : null,
    };
  }

  /** How the answers of each week lie; they need no label. */
  private async readAnswers(
    organization: string,
    { judgment_id, active_version: version }: Judgment,
    { namespace, weeks = defaultWeeks }: ReadCalibrationHistory,
  ): Promise<AnswerWeek[]> {
    const rows = await listAnswerWeeks(this.database, { organization, judgment_id, namespace, version });
    return answerWeeksOf(rows, mondayOf(this.clock.now(), weeks - 1));
  }

  /** As reports read them: the fit in force reads the labels of the active version in its newest epoch. */
  private async readWeeks(
    organization: string,
    judgment: Judgment,
    query: ReadCalibrationHistory,
    call: Call,
  ): Promise<Pick<CalibrationHistory, 'weeks' | 'speaks_for'>> {
    const { set, reads } = await this.labels.read(organization, judgment, query.namespace, everyLabel, call);
    const options = { weeks: query.weeks ?? defaultWeeks, nowMs: this.clock.now() };
    const weeks = weeksOf(set, reads ?? set.reads, options);
    return { weeks, ...(weeks.length > 0 && { speaks_for: speaksFor(set) }) };
  }
}
