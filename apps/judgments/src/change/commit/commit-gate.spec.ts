import { CommitGate } from './commit-gate';

const limit = { toBeginMs: 1000, assertMayBegin: () => undefined };

it('is abandoned or closes, whichever comes first, and never both', () => {
  const closed = new CommitGate(limit);
  closed.close();
  expect(closed.abandon()).toBe(false);
  expect(() => closed.assertMayBegin()).not.toThrow();
  const abandoned = new CommitGate(limit);
  expect(abandoned.abandon()).toBe(true);
  expect(() => abandoned.close()).toThrow(expect.objectContaining({ code: 'unavailable' }));
  expect(() => abandoned.assertMayBegin()).toThrow();
});

it('does not close when its time has passed', () => {
  const late = new CommitGate({
    toBeginMs: -1,
    assertMayBegin: () => {
      throw new Error('too late');
    },
  });
  expect(() => late.close()).toThrow('too late');
});
