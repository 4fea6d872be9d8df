import { LeastRate, graceMs, leastBytesPerSecond, wholeWithinMs } from './least-rate';

const transferOf = (bytes: number, startedAtMs = 0) => {
  const transfer = { startedAtMs, isEnded: false, bytes: () => bytes, end: () => void (transfer.isEnded = true) };
  return transfer;
};

describe('a transfer', () => {
  it('ends when it is slower than the least rate, and not before it is measured [defect S-M5]', () => {
    const rates = new LeastRate();
    const [slow, fast] = [transferOf(1000), transferOf(leastBytesPerSecond * 10)];
    [slow, fast].forEach((transfer) => rates.watch(transfer));
    rates.check(graceMs - 1);
    expect([slow.isEnded, fast.isEnded]).toEqual([false, false]);
    rates.check(graceMs);
    expect([slow.isEnded, fast.isEnded]).toEqual([true, false]);
    rates.check(10_001);
    expect(fast.isEnded).toBe(true);
  });

  it('ends when it is not whole in its time, however fast [ERR-04]', () => {
    const rates = new LeastRate();
    const [body, reply] = [{ ...transferOf(Infinity), withinMs: wholeWithinMs }, transferOf(Infinity)];
    const ended: string[] = [];
    rates.watch({ ...body, end: () => ended.push('body') });
    rates.watch({ ...reply, end: () => ended.push('reply') });
    rates.check(wholeWithinMs - 1);
    expect(ended).toEqual([]);
    rates.check(wholeWithinMs);
    expect(ended).toEqual(['body']);
  });

  it('is not measured any more when it has ended, and a later one has its own time', () => {
    const rates = new LeastRate();
    const [ended, later] = [transferOf(0), transferOf(0, 4000)];
    const forget = rates.watch(ended);
    rates.watch(later);
    forget();
    rates.check(8999);
    expect([ended.isEnded, later.isEnded]).toEqual([false, false]);
    rates.check(9000);
    expect(later.isEnded).toBe(true);
  });
});
