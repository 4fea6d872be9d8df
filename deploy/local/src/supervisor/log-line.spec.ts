import { isShown, readLine, renderLine } from './log-line';

describe('log line of a service', () => {
  it.each([
    ['{"level":30,"msg":"up"}', 'stdout', { level: 'info', message: 'up' }],
    ['{"level":"warn","msg":"slow"}', 'stdout', { level: 'warn', message: 'slow' }],
    ['{"level":50,"msg":"no fold","err":{"message":"gone"}}', 'stdout', { level: 'error', message: 'no fold: gone' }],
    ['{"level":50,"err":{"message":"gone"}}', 'stdout', { level: 'error', message: 'gone' }],
    ['{"level":40}', 'stdout', { level: 'warn', message: '{"level":40}' }],
    ['{"level":50,"msg":"cut o', 'stdout', { level: 'info', message: '{"level":50,"msg":"cut o' }],
    [
      '{"level":"warn","msg":"refused","code":"unauthorized","details":{},"route":"/namespaces/:ns"}',
      'stdout',
      { level: 'warn', message: 'refused: unauthorized /namespaces/:ns' },
    ],
    ['plain', 'stdout', { level: 'info', message: 'plain' }],
    ['Error: crash', 'stderr', { level: 'warn', message: 'Error: crash' }],
  ] as const)('%s on %s', (text, stream, wanted) => {
    expect(readLine(text, stream)).toEqual(wanted);
  });

  it('is shown from warn upwards', () => {
    expect(isShown({ level: 'info', message: '' })).toBe(false);
    expect(isShown({ level: 'warn', message: '' })).toBe(true);
  });

  it('bears the name of its process, coloured only on request', () => {
    const line = { level: 'warn', message: 'slow' } as const;
    expect(renderLine('billing-0', 1, line, false)).toBe('billing-0       │ warn │ slow');
    expect(renderLine('billing-0', 1, line, true)).toBe('\x1b[32mbilling-0      \x1b[0m │ warn │ slow');
  });
});
