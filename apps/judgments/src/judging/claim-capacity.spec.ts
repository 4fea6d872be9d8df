import { ClaimCapacity } from './claim-capacity';

it('counts documents, then asks, and frees what a claim still takes when it ends', () => {
  const capacity = new ClaimCapacity(10);
  const hold = capacity.hold(6, false);
  expect(capacity.free).toBe(4);
  hold.resize(3);
  expect(capacity.free).toBe(7);
  hold.release();
  expect(capacity.free).toBe(8);
  hold.release(2);
  expect(capacity.free).toBe(10);
  hold.end();
  expect(capacity.free).toBe(10);
  const abandoned = capacity.hold(5, false);
  abandoned.end();
  expect(capacity.free).toBe(10);
});

it('leaves half to answers that somebody waits for', () => {
  const capacity = new ClaimCapacity(9);
  expect(capacity.freeForBulk).toBe(4);
  const bulk = capacity.hold(3, true);
  expect([capacity.free, capacity.freeForBulk]).toEqual([6, 1]);
  // Its asks are fewer than its documents: the half stays taken until the claim ends, so that bulk claims stay large.
  bulk.resize(1);
  expect([capacity.free, capacity.freeForBulk]).toEqual([8, 1]);
  const live = capacity.hold(8, false);
  expect([capacity.free, capacity.freeForBulk]).toEqual([0, 0]);
  live.end();
  bulk.end();
  expect([capacity.free, capacity.freeForBulk]).toEqual([9, 4]);
});
