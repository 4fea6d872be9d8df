import type { LocalModel } from '@app/engines';
import { Discovery, goneAfterMs, lookEveryMs } from './discovery';

describe('looking for a local model', () => {
  let nowMs = 0;
  const nimble: LocalModel = { baseUrl: 'http://127.0.0.1:11434', model: 'nimble:latest', reads: null };
  let listed: LocalModel | null = null;
  let looks = 0;
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const open = () => {
    [nowMs, listed, looks] = [0, null, 0];
    const find = async () => {
      looks += 1;
      return listed;
    };
    return new Discovery('http://127.0.0.1:11434', find, () => nowMs);
  };

  it('finds what appears later, by looking now and then', async () => {
    const discovery = open();
    discovery.look();
    await settle();
    listed = nimble;
    discovery.look();
    await settle();
    expect([looks, discovery.found]).toEqual([1, null]);
    nowMs += lookEveryMs;
    discovery.look();
    expect(discovery.found).toBeNull();
    await settle();
    expect(discovery.found).toEqual(nimble);
  });

  it('keeps what it knew for a minute, and no longer', async () => {
    const discovery = open();
    discovery.remember(nimble);
    for (; nowMs < goneAfterMs; nowMs += lookEveryMs) {
      discovery.look();
      await settle();
      expect(discovery.found?.model).toBe('nimble:latest');
    }
    discovery.look();
    await settle();
    expect(discovery.found).toBeNull();
  });

  it('is never waited for, and never looks twice at once', async () => {
    let looked = 0;
    const discovery = new Discovery(
      'http://127.0.0.1:11434',
      () => {
        looked += 1;
        return new Promise(() => undefined);
      },
      () => (nowMs += lookEveryMs),
    );
    discovery.look();
    discovery.look();
    expect([looked, discovery.found]).toEqual([1, null]);
  });
});
