import { onChange, onRead } from './lane';
import { shownWaiting } from './shown-waiting';

it('rows are shown by lane and reason, and those that a process may claim by engine [O-M4]', () => {
  const { pendingRows, claimableRows } = shownWaiting({
    waiting: [
      { lane: onRead, reason: 'turn', rows: 2 },
      { lane: onChange, reason: 'claimed', rows: 9 },
    ],
    claimable: [{ engine: 'jev', rows: 5 }],
  });
  expect(pendingRows).toEqual([
    { labels: { lane: 'on_read', reason: 'turn' }, value: 2 },
    { labels: { lane: 'on_change', reason: 'claimed' }, value: 9 },
  ]);
  expect(claimableRows).toEqual([{ labels: { engine: 'jev' }, value: 5 }]);
});
