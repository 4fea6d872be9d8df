import { GapError, JudgmentError } from '@app/sdk/client';
import type { FeedEvent } from './concerned';
import { FeedLeader, type FeedParts, type LiveMessage } from './feed-leader';

type Given = Parameters<FeedParts['follow']>[0];
const entered: FeedEvent = { type: 'webhook_endpoint.failing', data: null };

/** A leader whose reads of the feed go as the steps say, one after another; after the last one it is stopped. */
async function led(steps: ((given: Given) => FeedEvent)[]) {
  const stop = new AbortController();
  const said: LiveMessage[] = [];
  const froms: string[] = [];
  const rests: number[] = [];
  const leader = new FeedLeader({
    lead: (work) => work(),
    async *follow(given) {
      froms.push(given.from);
      const step = steps.shift();
      if (!step) return stop.abort();
      yield await Promise.resolve(step(given));
    },
    send: (message) => said.push(message),
    sleep: (ms) => Promise.resolve(void rests.push(ms)),
  });
  await leader.run(stop.signal);
  return { said, froms, rests };
}
const fails = (error: Error) => () => {
  throw error;
};

it('sends what each event concerns, and how far it came', async () => {
  const { said, froms } = await led([
    ({ onCursor }) => {
      onCursor('c1');
      return entered;
    },
  ]);
  expect(said).toEqual([
    { kind: 'cursor', cursor: 'c1' },
    { kind: 'concerned', keys: [['events'], ['endpoints'], ['deliveries']] },
  ]);
  expect(froms).toEqual(['latest', 'c1']);
});

it('goes on after a failure of the connection, after a rest', async () => {
  const { froms, rests, said } = await led([fails(new TypeError('no connection')), () => entered]);
  expect([froms.length, rests, said.length]).toEqual([3, [5_000], 1]);
});

it('has everything read anew after a gap, and goes on at the end of the feed', async () => {
  const gap = new GapError('gone', { code: 'gap', status: 410 });
  const { said, froms, rests } = await led([
    ({ onCursor }) => {
      onCursor('c1');
      throw gap;
    },
  ]);
  expect([said.at(-1), froms, rests]).toEqual([{ kind: 'missed' }, ['latest', 'latest'], []]);
});

it('ends when the session is over, and says so to all', async () => {
  const { said, froms } = await led([fails(new JudgmentError('…', { code: 'unauthorized', status: 401 }))]);
  expect([said, froms]).toEqual([[{ kind: 'expired' }], ['latest']]);
});
