import { Problem } from '@app/problem';
import { waitAfterFaultMs } from './wait-after-fault';

describe('waitAfterFaultMs', () => {
  const away = new Problem('unavailable', 'The service is starting or restarting; try again.');

  it('doubles with each try, up to some minutes for a fault that may be of the row', () => {
    expect([0, 1, 2, 8, 20].map((attempts) => waitAfterFaultMs(new Error('?'), attempts))).toEqual([
      1000, 2000, 4000, 256_000, 256_000,
    ]);
  });

  it('stays at some seconds while a service or the bus is away, however long that takes [T08]', () => {
    expect([0, 1, 3, 9, 50].map((attempts) => waitAfterFaultMs(away, attempts))).toEqual([
      1000, 2000, 8000, 8000, 8000,
    ]);
  });
});
