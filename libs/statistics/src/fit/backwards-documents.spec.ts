import { aurocFigure } from './held-out';
import { fitBool } from './bool-fit';

describe('a falling map', () => {
  /** Thirty documents of six equal labels each, of which a higher read came true less often. */
  const documents = Array.from({ length: 30 }, (_, unit) => {
    const isRarer = unit < 15 ? unit % 3 === 0 : unit % 3 !== 0;
    return { unit, p: (unit + 1) / 31, y: isRarer ? 0 : 1 };
  });
  const rows = documents.flatMap((one) => Array.from({ length: 6 }, () => one));
  const [p, y, units] = [rows.map((row) => row.p), rows.map((row) => row.y), rows.map((row) => row.unit)];

  it('needs documents that rank backwards beyond noise, not labels [ST-F5] [CAL-05]', () => {
    expect(aurocFigure(p, y)?.interval?.[1]).toBeLessThan(0.5);
    expect(aurocFigure(p, y, { units })?.interval?.[1]).toBeGreaterThan(0.5);
    const slopeOf = (map: ReturnType<typeof fitBool>['map']) => (map.kind === 'platt' ? map.a : NaN);
    expect(slopeOf(fitBool({ p, y, units }).map)).toBe(0);
    expect(slopeOf(fitBool({ p, y }).map)).toBeLessThan(0);
  });
});
