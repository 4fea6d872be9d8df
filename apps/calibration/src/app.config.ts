import { integer } from '@app/config';

export const calibrationSettings = {
  tuningAsksAMonth: integer('TUNING_ASKS_A_MONTH', {
    meaning: 'asks that narrowings of one organization may take in a month; nobody pays for them; 0 turns tuning off',
    fallback: 20_000,
    min: 0,
    max: 10_000_000,
  }),
  computeThreads: integer('COMPUTE_THREADS', {
    meaning:
      'fits and reports that a process computes at once, each with a core and up to 1 GiB; at most as many as cores',
    fallback: 1,
    min: 1,
    max: 64,
  }),
};
