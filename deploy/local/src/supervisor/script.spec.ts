import { runScript } from './script';

describe('runScript', () => {
  it('returns the exit code', async () => {
    expect(await runScript(['--eval', 'process.exit(3)'])).toBe(3);
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('ends the script when this process gets %s', async (signal) => {
    const before = process.listenerCount(signal);
    const ended = runScript(['--eval', 'setInterval(() => undefined, 1000)']);
    process.emit(signal, signal);
    expect(await ended).toBe(1);
    expect(process.listenerCount(signal)).toBe(before);
  });
});
