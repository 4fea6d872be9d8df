import { codingFor } from './coding';

it.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['gzip;q=0.5', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000', null],
  ['br;q=2', null],
  ['*', 'br'],
  ['*;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['identity;q=1, *;q=0', null],
  ['identity, gzip;q=0.5', null],
  ['identity, gzip', 'gzip'],
  [' gzip ; q=0.2 , br ; q=0.1', 'gzip'],
])('for Accept-Encoding %j has the coding %j', (accepted, coding) => expect(codingFor(accepted)).toBe(coding));
