import { parseNumber } from './processes';

it('a number is read by its whole key', () => {
  const status = 'VmRSS:\t  1024 kB\nnonvoluntary_ctxt_switches:\t7\nvoluntary_ctxt_switches:\t42\n';
  expect(['VmRSS', 'voluntary_ctxt_switches'].map((key) => parseNumber(status, key))).toEqual([1024, 42]);
  expect(() => parseNumber(status, 'Pss')).toThrow('there is no Pss');
});
