import { destinationOf, hostOf } from './destination';

const asked = { name: 'jev', version: 'current' };
const engine = (source: 'hosted' | 'local' | 'built_in' | null) => [{ name: 'jev', version: 'current', source }];

it('says where the texts go before anything is asked [DASH-06] [ENG-01]', () => {
  const hosted = destinationOf(asked, engine('hosted'), 'api.example.com');
  expect(hosted.isAway).toBe(true);
  expect(hosted.sentence).toContain('jev answers, a hosted model at api.example.com.');
  expect(hosted.sentence).toContain('they leave this installation');
  expect(destinationOf(asked, engine('hosted'), null).sentence).toContain('of the provider that the operator');
  expect(destinationOf(asked, engine('local'), null)).toMatchObject({ isAway: false });
  expect(destinationOf(asked, engine('built_in'), null).sentence).toMatch(
    /^Nothing leaves this machine: .*counts words/,
  );
  expect(destinationOf(asked, engine(null), null).sentence).toContain('not active');
});

it('names the host alone of an address, which may hold a key [DASH-06]', () => {
  expect(hostOf('https://api.example.com/v1?key=secret')).toBe('api.example.com');
  expect([hostOf(null), hostOf('no address')]).toEqual([null, null]);
});
