import { DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import { LabelItem, LabelTable, ListLabels } from '@app/contracts/calibration';
import { shownVersion } from '@app/definition';
import { Database, decodeCursor, encodeCursor } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { EpochSources } from '../epoch/epoch-sources';
import { weightsOf } from '../outcome/label/label-weights';
import { ReportedLabels } from '../report/reported-labels';
import { readPlaces } from './label-place.store';
import { classesIn, inOrder, labelItem, snapshotOf } from './label-table';

const defaultLimit = 5_000;
/** Of a page, with room for its next cursor. */
const pageBytes = 1_048_576 - 1_024;

/** Lists the labels that a report counts, in pages of at most 1 MiB. */
@Injectable()
export class LabelTableService {
  constructor(
    private readonly labels: ReportedLabels,
    private readonly epochs: EpochSources,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /** @throws Problem `conflict`, reason `labels_changed`, when another fit came into force since the page before */
  async list({ limit = defaultLimit, cursor, ...query }: ListLabels, call: Call): Promise<LabelTable> {
    const after = decodeCursor('labels', cursor);
    const reported = await this.labels.read(query, call);
    const { judgment, selection, epoch, set, reads, floor, sampled } = reported;
    const fit = reported.fit?.id ?? null;
    if (after !== null && after[1] !== (fit ?? '')) throw otherFit();
    const of = { set, reads, weights: weightsOf(set, [...set.y.keys()]) };
    const left = inOrder(set, after && after[0]);
    const page = left.slice(0, limit);
    const version = judgment.active_version;
    const places = await readPlaces(
      this.database,
      { selection, version },
      page.map((label) => set.answers[label]),
    );
    const head = {
      version: shownVersion(judgment.copied, version),
      engine_version: epoch,
      engine_source: await this.epochs.read(judgment, epoch),
      type: judgment.type,
      fit,
      classes: classesIn(set),
      floor,
      labels: set.y.length,
      sampled,
      snapshot: snapshotOf(of, fit),
    };
    const items = page.map((label) => labelItem(of, label, places.get(set.answers[label]) ?? null));
    const rows = fitting(items, pageBytes - Buffer.byteLength(JSON.stringify(head)));
    const last = rows.at(-1);
    const isMore = last !== undefined && rows.length < left.length;
    return { ...head, rows, next_cursor: isMore ? encodeCursor('labels', [last.answer, fit ?? '']) : null };
  }
}

/** The first rows whose JSON fits into some bytes; the first always does. */
function fitting(rows: readonly LabelItem[], bytes: number): LabelItem[] {
  let left = bytes;
  const end = rows.findIndex((row, at) => {
    left -= Buffer.byteLength(JSON.stringify(row)) + 1;
    return left < 0 && at > 0;
  });
  return rows.slice(0, end < 0 ? rows.length : end);
}

function otherFit(): Problem {
  return new Problem(
    'conflict',
    'Another fit came into force since the page before, so that its reads would not go together; begin without a cursor.',
    { reason: 'labels_changed' },
  );
}
