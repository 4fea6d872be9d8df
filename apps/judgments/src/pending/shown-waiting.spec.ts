import { onChange, onRead } from './lane';
import { shownWaiting } from './shown-waiting';

it('rows are shown by lane and reason, and those that a process may claim by engine, over all lanes [O-M4]', () => {
  const { pendingRows, claimableRows } = shownWaiting([
    { lane: onRead, reason: 'turn', engine: 'jev', rows: 2 },
    { lane: onChange, reason: 'claimed', engine: null, rows: 9 },
    { lane: onChange, reason: 'turn', engine: 'jev', rows: 3 },
    { lane: onChange, reason: 'turn', engine: 'pplx-decider', rows: 5 },
    { lane: onChange, reason: 'turn', engine: null, rows: 7 },
  ]);
  expect(pendingRows).toEqual([
    { labels: { lane: 'on_read', reason: 'turn' }, value: 2 },
    { labels: { lane: 'on_change', reason: 'claimed' }, value: 9 },
    { labels: { lane: 'on_change', reason: 'turn' }, value: 15 },
  ]);
  expect(claimableRows).toEqual([
    { labels: { engine: 'jev' }, value: 5 },
    { labels: { engine: 'pplx-decider' }, value: 5 },
  ]);
});
