import { reasonOf } from './failure';

describe('reason of an end', () => {
  it.each([
    ['a\nFATAL:  lock file exists\nshut down\n', 'FATAL:  lock file exists'],
    ['initdb: error: could not write\ninitdb: removing data directory', 'initdb: error: could not write'],
    ['FATAL: No space left on device\nPANIC: cannot abort', 'FATAL: No space left on device'],
    [
      'FATAL:  recovery ended before its target\nFATAL:  the database system is starting up\n',
      'FATAL:  recovery ended before its target',
    ],
    ['one\ntwo\n\n', 'two'],
    ['', 'it said nothing'],
  ])('%j is %j', (output, wanted) => {
    expect(reasonOf(output)).toBe(wanted);
  });
});
