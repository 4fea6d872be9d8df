import { lookAtWorlds } from './look-at-world';
import { worlds } from './needs';
import { cells } from './observation';
import { type Count, isShort, lineOf } from './tally';

const isLong = process.env.LONG === '1';
/** Worlds of each kind. From 2,000 on figures are judged as they stand, below beyond 99.9 % of the noise. */
const count = Number(process.env.WORLDS ?? (isLong ? 200 : 12));
const hours = 3_600_000;

/* Worlds whose truth is known, and all that the service says of them: each figure beside the truth of the answers that it speaks for. */
describe.each(worlds)('of worlds of $kind.name', ({ kind, needs }) => {
  let counts: Count[] = [];
  beforeAll(() => {
    counts = lookAtWorlds(kind, needs, count);
  }, hours);

  it.each(cells)(
    '%s: intervals cover the truth, claims are true, and what must be said is said [CAL-01] [CAL-04]',
    (cell) => {
      const short = counts.filter((one) => one.cell === cell && isShort(one));
      expect(short.map(lineOf)).toEqual([]);
    },
  );
});
