import { openingsLine } from './openings';

it('a run says how many stacks it opened, and which file needed each', () => {
  const all = [
    { keeper: '1', file: 'replicas', seconds: 23.6 },
    { keeper: '2', file: 'shared', seconds: 9.1 },
  ];
  expect(openingsLine(all)).toBe('2 stacks opened: replicas 24 s, shared 9 s');
  expect(openingsLine([])).toBe('0 stacks opened');
});
