import { sigmoid } from '../number/probability';
import { Random, randomOf } from '../random/random';
import { likenessOfReads } from '../interval/likeness';
import { reportedEce } from './calibration-error';
import { eceNoiseFloor } from './noise-floor';
import { reliabilityBins } from './reliability';

const samples = process.env.LONG === '1' ? 500 : 40;

/** Perfect reads of documents with five labels each. @param alike the chance that a label repeats its document's outcome */
function repeated(documents: number, alike: number, random: Random) {
  const rows = Array.from({ length: documents }, (_, unit) => {
    const p = sigmoid(1.5 * random.normal());
    const own = random.uniform() < p ? 1 : 0;
    return Array.from({ length: 5 }, () => ({
      unit,
      p: Math.min(1, Math.max(0, p + 0.001 * random.normal())),
      y: random.uniform() < alike ? own : random.uniform() < p ? 1 : 0,
    }));
  }).flat();
  return { p: rows.map(({ p }) => p), y: rows.map(({ y }) => y), units: rows.map(({ unit }) => unit) };
}

describe('perfect reads of documents with several labels', () => {
  it.each([
    { documents: 40, alike: 1 },
    { documents: 200, alike: 1 },
    { documents: 100, alike: 0.7 },
  ])('have an error that noise explains: $documents documents, alike $alike [ST-F5] [CAL-08]', (one) => {
    const random = randomOf(3);
    let [byDocument, byRow, covered, bins] = [0, 0, 0, 0];
    for (let sample = 0; sample < samples; sample += 1) {
      const labels = repeated(one.documents, one.alike, random);
      const { p, y } = labels;
      const floor = eceNoiseFloor(p, 50, 1, { ...labels, likeness: likenessOfReads(labels) });
      if ((reportedEce(labels) ?? 1) > (floor?.high ?? 0)) byDocument += 1;
      if ((reportedEce({ p, y }) ?? 1) > (eceNoiseFloor(p, 50)?.high ?? 0)) byRow += 1;
      for (const { meanP, interval } of reliabilityBins(labels)) {
        bins += 1;
        if (interval[0] <= meanP && meanP <= interval[1]) covered += 1;
      }
    }
    expect(byDocument / samples).toBeLessThanOrEqual(0.05 + 3 * Math.sqrt((0.05 * 0.95) / samples));
    expect(byRow).toBeGreaterThan(byDocument + samples / 5);
    expect(covered / bins).toBeGreaterThan(0.93);
  });

  it('are no more alike than their outcomes: independent labels of one document count each [ST-F5]', () => {
    const labels = repeated(400, 0, randomOf(4));
    expect(likenessOfReads(labels)).toBeLessThan(0.1);
    expect(likenessOfReads(repeated(400, 1, randomOf(4)))).toBeGreaterThan(0.9);
    const effective = reliabilityBins(labels).reduce((sum, bin) => sum + bin.effective, 0);
    expect(effective).toBeGreaterThan(100);
  });
});
