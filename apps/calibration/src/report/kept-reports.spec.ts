import type { CalibrationReport } from '@app/contracts/calibration';
import type { Database, Named } from '@app/persistence';
import type { Judgment } from '../judgment/judgment';
import type { MarksService } from '../judgment/marks.service';
import { selectionOf } from '../judgment/selection';
import { everyLabel } from '../outcome/label/label-filter';
import { KeptReports } from './kept-reports';

const judgment = { judgment_id: 'jdg', scope: 'n', active_version: 1 } as unknown as Judgment;
const query = { judgment, selection: selectionOf('org', 'jdg', 'n'), filter: everyLabel, epoch: undefined };
let nowMs: number;
let labels: number;
let counted: number;
let reports: KeptReports;
beforeEach(() => {
  [nowMs, labels, counted] = [1_000_000, 10_001, 0];
  const rows = ({ name }: Named) => (name === 'label-epochs' ? [{ engine_version: 'e', n: labels }] : []);
  const database = { query: (statement: Named) => Promise.resolve({ rows: rows(statement) }) };
  const marks = { readExcludedFrom: () => Promise.resolve([]) };
  const [knows, marked] = [database as unknown as Database, marks as unknown as MarksService];
  reports = new KeptReports(knows, marked, { now: () => nowMs });
});
const read = () => reports.readOr(query, async () => ({ of: ++counted }) as unknown as CalibrationReport);

it('gives a report of many labels again for five minutes', async () => {
  await read();
  nowMs += 5 * 60_000;
  expect(await read()).toEqual({ of: 1 });
  nowMs += 1;
  expect(await read()).toEqual({ of: 2 });
});

it('counts few labels anew each time, and many that have changed', async () => {
  labels = 10_000;
  await read();
  expect(await read()).toEqual({ of: 2 });
  labels = 10_002;
  await read();
  labels = 10_003;
  expect(await read()).toEqual({ of: 4 });
});
