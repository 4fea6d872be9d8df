import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createLogger } from './logger';
import { logWork, logsWork } from './work';
import { workLines } from './work-lines';

const fact = { fact: 'f1', durable: 'd', outcome: 'ok', failures: 0, again_in_ms: null, ms: 4 };
const ask = {
  organization: 'org_1',
  namespace: 'a',
  ask: 'ask_1',
  engine: 'jev',
  engine_version: null,
  lane: 'live',
  questions: 1,
  attempts: 1,
  outcome: 'ok',
  request_id: null,
  waited_ms: 0,
  ms: 3,
};

function logAt(level: string) {
  const lines: Record<string, unknown>[] = [];
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  return { logger: createLogger({ service: 'spec', replica: '0', level }, out), lines };
}

describe('the line of a piece of work', () => {
  it('has its event, its members, its level and its sentence', () => {
    const { logger, lines } = logAt('info');
    logWork(logger, 'fact.redriven', () => fact);
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.any(String) as string,
        service: 'spec',
        replica: '0',
        event: 'fact.redriven',
        msg: 'a dead fact was handled again',
        ...fact,
      },
    ]);
  });

  it('of a fault has the level of the fault, its sentence and its error', () => {
    const { logger, lines } = logAt('warn');
    const fault = { level: 'warn', message: 'it failed again', err: new Error('away') } as const;
    logWork(logger, 'fact.redriven', () => ({ ...fact, outcome: 'unavailable' }), fault);
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'warn',
        event: 'fact.redriven',
        outcome: 'unavailable',
        msg: 'it failed again',
        err: expect.objectContaining({ message: 'away' }) as object,
      }),
    ]);
  });

  it('below the level of the log is not even made', () => {
    const { logger, lines } = logAt('info');
    const made = jest.fn(() => ask);
    logWork(logger, 'ask.ended', made);
    expect([logsWork(logger, 'ask.ended'), logsWork(logger, 'fact.redriven')]).toEqual([false, true]);
    expect([made.mock.calls, lines]).toEqual([[], []]);
    logWork(logger, 'ask.ended', made, { level: 'warn', message: 'it failed' });
    expect(lines).toHaveLength(1);
  });

  it('takes no state: a value with parts does not compile, nor a member that the page does not name', () => {
    const { logger, lines } = logAt('error');
    // @ts-expect-error an object is no value of a line
    logWork(logger, 'fact.redriven', () => ({ ...fact, outcome: { state: 'x' } }));
    // @ts-expect-error no line has this member
    logWork(logger, 'fact.redriven', () => ({ ...fact, state: 'x' }));
    expect(lines).toEqual([]);
  });
});

describe('docs/logs.md', () => {
  const page = readFileSync(join(__dirname, '../../../docs/logs.md'), 'utf8');

  it('names each event with its level and its members', () => {
    const rows = [...page.matchAll(/^\| `(\w+\.\w+)` \| (\w+) \| ([^|]*) \| ([^|]*)\|$/gm)].map((row) => row.slice(1));
    const listed = Object.entries(workLines).map(([event, line]) => [
      event,
      line.level,
      line.members.join(', '),
      'further' in line ? line.further.join(', ') : '',
    ]);
    expect(rows.map((row) => row.map((cell) => cell.trim()))).toEqual(listed);
  });
});
