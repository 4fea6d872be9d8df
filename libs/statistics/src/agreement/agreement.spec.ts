import fc from 'fast-check';
import { randomOf } from '../random/random';
import { SaidUnit, krippendorffAlpha } from './agreement';
import { agreementInterval } from './agreement-interval';

const samples = process.env.LONG === '1' ? 1_000 : 60;

/** Rows of observers, a point where one said nothing, as units. */
function unitsOf(...observers: string[]): SaidUnit[] {
  const rows = observers.map((row) => row.split(' '));
  return rows[0].map((_, document) => {
    const said = rows.map((row) => row[document]).filter((value) => value !== '.');
    return { document, values: said.map((value) => (/\d/.test(value) ? Number(value) : value.charCodeAt(0))) };
  });
}

/** Krippendorff 2011, sections A to D: 4 observers, 12 units, with gaps. */
const four = unitsOf(
  '1 2 3 3 2 1 4 1 2 . . .',
  '1 2 3 3 2 2 4 1 2 5 . 3',
  '. 3 3 3 2 3 4 2 2 5 1 .',
  '1 2 3 3 2 4 4 1 2 5 1 .',
);

describe('the agreement of labellers', () => {
  it('is the published alpha of the published data [CAL-01]', () => {
    const binary = unitsOf('0 1 0 0 0 0 0 0 1 0', '1 1 1 0 0 1 0 0 0 0');
    const letters = unitsOf('a a b b d c c c e d d a', 'b a b b b c c c e d d d');
    expect(krippendorffAlpha(binary, 'nominal')).toBeCloseTo(0.095, 3);
    expect(krippendorffAlpha(letters, 'nominal')).toBeCloseTo(0.692, 3);
    expect(krippendorffAlpha(four, 'nominal')).toBeCloseTo(0.743, 3);
    expect(krippendorffAlpha(four, 'interval')).toBeCloseTo(0.849, 3);
  });

  it('is 1 where all agree, near 0 by chance, and null where nothing could disagree [CAL-10]', () => {
    const random = randomOf(3);
    const said = (values: () => number[]) =>
      Array.from({ length: 2_000 }, (_, document) => ({ document, values: values() }));
    const coin = () => random.index(2);
    const both = said(() => Array<number>(2).fill(coin()));
    expect(krippendorffAlpha(both, 'nominal')).toBe(1);
    expect(
      Math.abs(
        krippendorffAlpha(
          said(() => [coin(), coin()]),
          'nominal',
        ) ?? 1,
      ),
    ).toBeLessThan(0.08);
    for (const scale of ['nominal', 'interval'] as const) {
      expect(
        krippendorffAlpha(
          said(() => [0.1, 0.1]),
          scale,
        ),
      ).toBeNull();
      expect(
        krippendorffAlpha(
          said(() => [coin()]),
          scale,
        ),
      ).toBeNull();
      expect(
        agreementInterval(
          said(() => [0.1, 0.1]),
          scale,
        ),
      ).toBeNull();
      expect(krippendorffAlpha([], scale)).toBeNull();
    }
  });

  it('asks for no order and no origin of the values, and two classes are an interval [CAL-10]', () => {
    const unit = fc.record({ document: fc.nat(9), values: fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 4 }) });
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), (units) => {
        const nominal = krippendorffAlpha(units, 'nominal');
        const moved = units.map(({ document, values }) => ({ document, values: values.map((v) => 1e6 + v).reverse() }));
        const alphas = [krippendorffAlpha(units, 'interval'), krippendorffAlpha(moved.reverse(), 'interval')];
        for (const alpha of alphas) {
          if (nominal === null) expect(alpha).toBeNull();
          else expect(alpha).toBeCloseTo(nominal, 6);
        }
      }),
    );
  });

  it.each([
    { documents: 40, answers: 1, share: 0.3, right: 0.9 },
    { documents: 100, answers: 1, share: 0.1, right: 0.9 },
    { documents: 40, answers: 5, share: 0.3, right: 0.85 },
  ])(
    'has an interval that covers the truth: $documents documents of $answers answers, share of yes $share [CAL-01]',
    (world) => {
      const random = randomOf(7);
      const draw = (documents: number) =>
        Array.from({ length: documents }, (_, document) => {
          const truth = random.uniform() < world.share ? 1 : 0;
          const one = () => (random.uniform() < world.right ? truth : 1 - truth);
          // The answers of one document are alike: they are one piece of evidence.
          return Array<SaidUnit>(world.answers).fill({ document, values: [one(), one()] });
        }).flat();
      const truth = krippendorffAlpha(draw(20_000), 'nominal') ?? NaN;
      let covered = 0;
      for (let sample = 0; sample < samples; sample += 1) {
        const [low, high] = agreementInterval(draw(world.documents), 'nominal') ?? [NaN, NaN];
        if (low <= truth && truth <= high) covered += 1;
      }
      expect(covered / samples).toBeGreaterThanOrEqual(0.93 - 3 * Math.sqrt((0.93 * 0.07) / samples));
    },
  );

  it('is the same for the same units [CAL-10]', () => {
    expect(agreementInterval(four, 'nominal')).toEqual(agreementInterval(four, 'nominal'));
  });
});
