import { searchTermOf } from './search-term';

const id = `evt_${'01a2'.repeat(8)}`;

it.each([id, ` ${id}\n`, `https://x.example/app/events?id=${id}&types=a`, `{"event":"${id}"}`])(
  'finds the id in %j, which says what it is [DASH-06]',
  (typed) => {
    expect(searchTermOf(typed)).toEqual({ kind: 'evt', id });
  },
);

it('takes anything else for a name or the id of a document, and nothing for nothing [DASH-06]', () => {
  expect(searchTermOf(' T-1 ')).toEqual({ kind: null, text: 'T-1' });
  expect(searchTermOf(`${id}0`)).toEqual({ kind: null, text: `${id}0` });
  expect(searchTermOf(`x${id}`)).toEqual({ kind: null, text: `x${id}` });
  expect([searchTermOf(' '), searchTermOf('a'), searchTermOf('a'.repeat(600))]).toEqual([null, null, null]);
});
