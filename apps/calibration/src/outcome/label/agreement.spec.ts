import { agreementOf, minShared } from './agreement';
import type { SaidRow } from './said.store';

/** What authors said of each answer, one list an answer; each answer has a document of its own. */
function rowsOf(answers: (SaidRow['value'] | 'none')[][]): SaidRow[] {
  return answers.flatMap((said, at) =>
    said.map((value, author) => ({
      answer_id: `ans_${at}`,
      namespace: 'n',
      document: `d${at}`,
      author: `user:${author}`,
      value: value === 'none' ? null : value,
      escape: value === 'none',
    })),
  );
}
const times = <T>(n: number, one: T): T[] => Array<T>(n).fill(one);
const half = [...times(8, [true, true]), ...times(8, [false, false]), ...times(4, [true, false])];

describe('the agreement of a report', () => {
  it('is null below twenty answers with two authors, whatever else is labelled [CAL-10]', () => {
    const alone = times(50, [true]);
    expect(minShared).toBe(20);
    expect(agreementOf(rowsOf([...half, ...alone]), 'bool')).toMatchObject({ answers: 20, authors: 2 });
    expect(agreementOf(rowsOf([...half.slice(1), ...alone]), 'bool')).toBeNull();
  });

  it('counts other values alike for a bool and a choice, the escape as one, and by distance for a score [CAL-10]', () => {
    const { alpha, interval } = agreementOf(rowsOf(half), 'bool')!;
    expect(alpha).toBeCloseTo(1 - (39 * 8) / (40 * 40 - 2 * 20 * 20), 12);
    expect(interval![0]).toBeLessThan(alpha!);
    expect(interval![1]).toBeGreaterThan(alpha!);
    const choice = [...times(10, ['a', 'a']), ...times(10, ['none', 'none'])];
    expect(agreementOf(rowsOf(choice), 'choice')).toMatchObject({ alpha: 1 });
    const near = [...times(10, [1, 1]), ...times(10, [4, 5])];
    const far = [...times(10, [1, 1]), ...times(10, [1, 5])];
    expect(agreementOf(rowsOf(near), 'score')!.alpha).toBeGreaterThan(0.9);
    expect(agreementOf(rowsOf(far), 'score')!.alpha).toBeLessThan(0.3);
  });

  it('has no alpha where every label is the same, and does not depend on the order of the labels [GEN-11]', () => {
    expect(agreementOf(rowsOf(times(30, [true, true])), 'bool')).toMatchObject({
      alpha: null,
      interval: null,
      answers: 30,
    });
    const rows = rowsOf(half);
    expect(agreementOf([...rows].reverse(), 'bool')).toEqual(agreementOf(rows, 'bool'));
  });
});
