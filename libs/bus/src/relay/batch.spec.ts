import { Batch } from './batch';

const error = new Error('too late');

describe('a batch', () => {
  it('has the outcome of each message, in their order, once the last is known', async () => {
    const batch = new Batch(['a', 'a', 'b']);
    let ended = false;
    void batch.outcomes.then(() => (ended = true));
    batch.settle(2, { seq: 12 });
    batch.settle(0, { error });
    await Promise.resolve();
    expect(ended).toBe(false);
    batch.settle(1, { seq: 11 });
    expect(await batch.outcomes).toEqual([{ error }, { seq: 11 }, { seq: 12 }]);
  });

  it('keeps the first outcome of a message, and knows only its own messages', async () => {
    const batch = new Batch(['a', 'a']);
    batch.settle(0, { seq: 1 });
    batch.settle(0, { error });
    batch.settle(2, { seq: 3 });
    batch.settle(NaN, { seq: 4 });
    batch.settle(1, { seq: 2 });
    expect(await batch.outcomes).toEqual([{ seq: 1 }, { seq: 2 }]);
  });

  it('ends for the messages that nothing was heard of', async () => {
    const batch = new Batch(['a', 'a', 'a']);
    batch.settle(1, { seq: 1 });
    batch.end(error);
    expect(await batch.outcomes).toEqual([{ error }, { seq: 1 }, { error }]);
  });

  it('ends for the messages of a subject that the server refuses', async () => {
    const batch = new Batch(['a', 'b', 'a']);
    batch.refuse('a', error);
    batch.settle(1, { seq: 1 });
    expect(await batch.outcomes).toEqual([{ error }, { seq: 1 }, { error }]);
  });

  it('without messages has no outcomes to wait for', async () => {
    expect(await new Batch([]).outcomes).toEqual([]);
  });
});
