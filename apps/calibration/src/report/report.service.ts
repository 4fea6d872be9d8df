import { CLOCK } from '@app/boot';
import { CalibrationReport, ReadCalibration } from '@app/contracts';
import type { Clock } from '@app/observability';
import { defaultFloor } from '@app/statistics';
import { Inject, Injectable } from '@nestjs/common';
import { FitRow, FitSample, scopeOf } from '../fit/fit';
import { FitStore } from '../fit/fit.store';
import { FitThread } from '../figure/compute.thread';
import { SurroundingsService } from '../fit/fit-inputs.service';
import { LabelSet, pick, rowOf, sources, widthOf } from '../label/label-set';
import { Judgment, Place, placeOf } from '../judgment/judgment';
import { JudgmentStore } from '../judgment/judgment.store';
import { heldOutReads } from '../fit/held-out';
import { LabelFilter, keepsAll, readSources } from '../label/label-filter';
import { LabelLoader } from '../label/label.loader';
import { countsOf, reportOf } from './report';

/** Labels up to which a report is counted anew each time; of more it is the fit's, as it was counted in the night. */
export const maxLive = 10_000;

/** How right the answers are, as it stands now. */
@Injectable()
export class ReportService {
  constructor(
    private readonly judgments: JudgmentStore,
    private readonly labels: LabelLoader,
    private readonly fits: FitStore,
    private readonly thread: FitThread,
    private readonly surroundings: SurroundingsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async read(query: ReadCalibration, organization: string): Promise<CalibrationReport> {
    const filter = { sources: readSources(query.sources), since: query.since ?? null, until: query.until ?? null };
    const judgment = await this.judgments.find(organization, query.namespace, query.judgment);
    const place = placeOf(organization, judgment.judgment_id, query.namespace);
    const large = await this.largeFit(organization, judgment, query.namespace);
    const sample = large && (await this.fits.sample(large.id));
    return large && sample ? this.ofFit(judgment, large, sample, filter) : this.live(judgment, place, filter);
  }

  /** The last fit of the whole place, when it was made of more labels than a read counts. */
  private async largeFit(organization: string, judgment: Judgment, namespace: string): Promise<FitRow | null> {
    if (namespace !== judgment.scope) return null;
    const fit = await this.fits.latest({
      ...{ organization, judgment_id: judgment.judgment_id, scope: scopeOf(judgment) },
      version: judgment.active_version,
    });
    return fit !== null && fit.labels.count > maxLive ? fit : null;
  }

  /** Every label there is now, read by the fit in force. */
  private async live(judgment: Judgment, place: Place, filter: LabelFilter): Promise<CalibrationReport> {
    const without = place.under === null ? [] : await this.surroundings.nonProduction(place.organization);
    const query = { place, version: judgment.active_version, filter, without };
    const { epoch, set, counted } = await this.labels.gather(judgment, query);
    const { organization, judgmentId: judgment_id } = place;
    const key = { organization, judgment_id, scope: scopeOf(judgment), version: judgment.active_version };
    const fit = epoch === null ? null : await this.fits.inForce({ ...key, engine_version: epoch });
    const reads = fit && heldOutReads(set, fit, await this.fits.sample(fit.id));
    const floor = fit?.floor ?? defaultFloor;
    const { raw, calibrated } = await this.thread.run({ set, floor, fit: false, reads });
    return reportOf({
      ...{ judgment, epoch, fit, set, reads, floor, counted, figures: { raw, calibrated } },
      choice: fit?.report.choice ?? null,
      expected: fit?.report.held_out.calibrated?.log_loss ?? null,
      nowMs: this.clock.now(),
    });
  }

  /** What was counted with a large fit; thresholds are those in force now, on its labels. */
  private async ofFit(
    judgment: Judgment,
    fit: FitRow,
    sample: FitSample,
    filter: LabelFilter,
  ): Promise<CalibrationReport> {
    const all = keepsAll(filter);
    const places = all ? [] : placesOf(sample.set, filter);
    const set = all ? sample.set : pick(sample.set, places);
    const reads = all ? sample.heldOut : picked(sample, places);
    const { floor, report } = fit;
    const figures = all ? { raw: null, calibrated: null } : await this.thread.run({ set, floor, fit: false, reads });
    const nowMs = this.clock.now();
    const built = reportOf({
      ...{ judgment, epoch: fit.engine_version, fit, set, reads, floor, figures, nowMs },
      counted: {
        labels: all ? fit.labels : countsOf(tallyOf(set)),
        sampled: report.labels.sampled,
        excluded: { ...report.excluded, filtered: sample.set.y.length - set.y.length },
      },
      choice: report.choice,
      expected: report.held_out.calibrated?.log_loss ?? null,
    });
    const since = `Counted when the fit was made, ${fit.made_at.toISOString()}; later outcomes come with the next fit.`;
    const notices = [...built.notices, { code: 'stands_since', message: since }];
    if (!all) return { ...built, notices };
    const { thresholds, drift, computed_at } = built;
    return { ...report, thresholds, drift, notices, computed_at };
  }
}

function placesOf({ source, observedMs }: LabelSet, filter: LabelFilter): number[] {
  const from = filter.since === null ? -Infinity : Date.parse(filter.since);
  const to = filter.until === null ? Infinity : Date.parse(filter.until);
  const taken = sources.map((name) => filter.sources.includes(name));
  return Array.from(source.keys()).filter(
    (label) => taken[source[label]] && observedMs[label] >= from && observedMs[label] < to,
  );
}

function picked({ set, heldOut }: FitSample, places: readonly number[]): Float64Array {
  const width = widthOf(set.form);
  const reads = new Float64Array(places.length * width);
  places.forEach((at, label) => reads.set(rowOf(heldOut, width, at), label * width));
  return reads;
}

function tallyOf({ source, hindsight }: LabelSet) {
  return Array.from(source, (at, label) => ({ source: sources[at], hindsight: hindsight[label] === 1, n: 1 }));
}
