import { BatchGrowth } from './batch-growth';

const growth = (documents: number, bytes: number, namespaces = 0) => ({ documents, bytes, namespaces });

it('adds what earlier writes of the group gained, and credits nobody with what others free', () => {
  const batch = new BatchGrowth();
  batch.accept(growth(1, 100));
  batch.accept(growth(-1, -50));
  expect(batch.with(growth(1, 10))).toEqual(growth(2, 110));
  expect(batch.with(growth(0, 10))).toEqual(growth(0, 110));
  expect(batch.with(growth(-1, -10))).toEqual(growth(-1, -10));
});

it('counts the namespace that the group makes once', () => {
  const batch = new BatchGrowth();
  batch.accept(growth(1, 100, 1));
  expect(batch.with(growth(1, 10, 1))).toEqual(growth(2, 110, 1));
});
