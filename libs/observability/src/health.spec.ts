import { AddressInfo } from 'node:net';
import { Health, serveAdmin } from './health';
import { createLogger } from './logger';
import { Loop } from './loop';
import { Metrics } from './metrics';

const logger = createLogger({ service: 'spec', replica: '0', level: 'silent' });

describe('a process', () => {
  it('is ready while its checks hold, and says which does not', async () => {
    const health = new Health();
    let fault: string | null = null;
    health.mustBeReady({ name: 'bus', check: () => fault });
    health.mustBeReady({ name: 'database', check: () => Promise.resolve(null) });
    expect(await health.checkReadiness()).toEqual({ ok: false, failing: { start: 'still starting' } });
    health.start();
    expect(await health.checkReadiness()).toEqual({ ok: true, failing: {} });
    fault = 'not connected';
    expect(await health.checkReadiness()).toEqual({ ok: false, failing: { bus: 'not connected' } });
    health.drain();
    expect(await health.checkReadiness()).toEqual({ ok: false, failing: { drain: 'draining' } });
  });

  it('answers its probe though a check hangs [defect S-H5]', async () => {
    jest.useFakeTimers();
    try {
      const health = new Health();
      health.start();
      health.mustBeReady({ name: 'database', check: () => new Promise(() => undefined) });
      const report = health.checkReadiness();
      await jest.advanceTimersByTimeAsync(8000);
      expect(await report).toEqual({ ok: false, failing: { database: 'no answer within 8000 ms' } });
    } finally {
      jest.useRealTimers();
    }
  });

  it('lives while its loops fail, and not when the turn of one hangs for five minutes [defect S-H5]', async () => {
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    let end = (): void => undefined;
    const hanging = new Loop({
      name: 'stuck',
      idleMs: 1,
      logger,
      turn: () => new Promise<boolean>((resolve) => (end = () => resolve(false))),
    }).start();
    const failing = new Loop({
      name: 'away',
      idleMs: 1,
      logger,
      turn: () => Promise.reject(new Error('away')),
    }).start();
    await new Promise((resolve) => setImmediate(resolve));
    const health = new Health();
    const metrics = new Metrics('spec', '0');
    const admin = await serveAdmin(0, '127.0.0.1', health, metrics);
    const live = async () => {
      const reply = await fetch(`http://127.0.0.1:${(admin.address() as AddressInfo).port}/health/live`);
      return { status: reply.status, body: await reply.json() };
    };
    try {
      expect(await live()).toEqual({ status: 200, body: { ok: true, failing: {} } });
      clock.mockImplementation(() => now + 6 * 60_000);
      const failingLoops = { stuck: 'its turn has not ended for 360 s' };
      expect(await live()).toEqual({ status: 503, body: { ok: false, failing: failingLoops } });
    } finally {
      clock.mockRestore();
      end();
      await Promise.all([hanging.stop(), failing.stop()]);
      expect(await live()).toMatchObject({ status: 200 });
      admin.closeAllConnections();
      await new Promise((resolve) => admin.close(resolve));
    }
  });
});
