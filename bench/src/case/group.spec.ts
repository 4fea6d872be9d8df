import { parseOptions } from '../options';
import { Case, LeftOut, Preparation, Site } from './case';
import { group } from './group';
import { Run, Tally } from './run';

/** A site that writes down what happens on it. */
class FakeSite implements Site {
  constructor(
    private readonly build: string,
    readonly events: string[],
  ) {}

  note(event: string): void {
    this.events.push(`${event} on ${this.build}`);
  }

  settle(): Promise<void> {
    this.note('settle');
    return Promise.resolve();
  }

  stop(): Promise<void> {
    this.note('stop');
    return Promise.resolve();
  }
}

function preparation(name: string, failure?: Error): Preparation<FakeSite> {
  return {
    name,
    size: { normal: 100, short: 7, option: 'documents' },
    make: (site, { size }) => {
      site.note(`${name} of ${size}`);
      return failure ? Promise.reject(failure) : Promise.resolve();
    },
  };
}

function caseOf(name: string, rest: Partial<Case<FakeSite>> = {}): Case<FakeSite> {
  return {
    name,
    goal: { atLeast: 2 },
    needs: [],
    size: { normal: 30, short: 3 },
    round: ({ site, size, number }) => {
      site.note(`${name} ${number} of ${size}`);
      return Promise.resolve({ ratio: number, measures: {} });
    },
    ...rest,
  };
}

interface Ran {
  tally: Tally;
  events: string[];
  lines: string[];
}

const run = (cases: Case<FakeSite>[], ...args: string[]): Promise<Ran> => runWith(cases, {}, ...args);

async function runWith(cases: Case<FakeSite>[], given: Partial<Run>, ...args: string[]): Promise<Ran> {
  const ran: Ran = { tally: { cases: 0, failed: 0 }, events: [], lines: [] };
  const print = (line: string): void => void ran.lines.push(line.replaceAll(/ {2,}/g, '  '));
  const options: Run = {
    ...parseOptions(args),
    print,
    log: () => undefined,
    begin: () => undefined,
    keep: () => undefined,
    isOver: () => false,
    measuredOn: () => '',
    ...given,
  };
  const open = (checkout: string): Promise<FakeSite> => Promise.resolve(new FakeSite(checkout, ran.events));
  ran.tally = await group(open, cases).run(options);
  return ran;
}

describe('a group of cases', () => {
  it('makes a preparation once, at its own size, before all cases', async () => {
    const shared = preparation('documents');
    const cases = [caseOf('read', { needs: [shared] }), caseOf('write', { needs: [shared] })];
    const { events, lines, tally } = await run(cases, '--rounds', '1');
    expect(events).toEqual([
      'documents of 100 on .',
      'settle on .',
      'read 0 of 30 on .',
      'read 1 of 30 on .',
      'write 0 of 30 on .',
      'write 1 of 30 on .',
      'stop on .',
    ]);
    expect(lines).toEqual([
      'read  ratio 1.00 (1.00..1.00)  goal 2.00 MISSED',
      'write  ratio 1.00 (1.00..1.00)  goal 2.00 MISSED',
    ]);
    expect(tally).toEqual({ cases: 2, failed: 0 });
  });

  it('runs each case once at its small size under --short, also one on demand, and judges no ratio', async () => {
    const cases = [caseOf('read', { needs: [preparation('documents')] }), caseOf('long', { isOnDemand: true })];
    const { events, lines } = await run(cases, '--short');
    expect(events).toEqual(['documents of 7 on .', 'settle on .', 'read 1 of 3 on .', 'long 1 of 3 on .', 'stop on .']);
    expect(lines).toEqual(['read  ratio 1.00 (1.00..1.00)', 'long  ratio 1.00 (1.00..1.00)']);
    expect((await run(cases, '--rounds', '1')).lines).toHaveLength(1);
    expect((await run(cases, '--only', 'long', '--rounds', '1')).lines).toHaveLength(1);
  });

  it('prepares a case just before it in a bounded time, those measured least recently first, and begins none after it', async () => {
    const days: Record<string, string> = { read: '2026-11-27', write: '2026-11-20' };
    const shared = preparation('documents');
    const own = preparation('outcomes');
    const cases = [
      caseOf('read', { needs: [shared] }),
      caseOf('write', { needs: [shared, own] }),
      caseOf('new', { needs: [own] }),
    ];
    let begun = 0;
    const { events, lines, tally } = await runWith(
      cases,
      { measuredOn: (name) => days[name] ?? '', begin: () => void (begun += 1), isOver: () => begun >= 2 },
      '--rounds',
      '1',
      '--minutes',
      '50',
    );
    expect(events).toEqual([
      'outcomes of 100 on .',
      'settle on .',
      ...['new 0 of 30 on .', 'new 1 of 30 on .'],
      'documents of 100 on .',
      'settle on .',
      ...['write 0 of 30 on .', 'write 1 of 30 on .'],
      'stop on .',
    ]);
    expect(lines.at(-1)).toBe('not begun: read: 50 minutes have passed');
    expect(tally).toEqual({ cases: 2, failed: 0 });
    const none = await runWith(cases, { isOver: () => true }, '--minutes', '50');
    expect([none.events, none.lines.length]).toEqual([[], 3]);
  });

  it('lets a size be given by hand', async () => {
    const { events } = await run([caseOf('read', { needs: [preparation('documents')] })], '--documents', '300');
    expect(events[0]).toBe('documents of 300 on .');
  });

  it.each([
    ['whose preparation breaks', { needs: [preparation('documents', new Error('409'))] }, '409'],
    ['that breaks', { round: () => Promise.reject(new Error('503')) }, '503'],
    ['whose result is wrong', { check: () => Promise.reject(new Error('asked')) }, 'asked'],
    ['without a figure', { round: () => Promise.resolve({ ratio: NaN, measures: {} }) }, 'a round gave NaN as ratio'],
  ])('counts a case %s as failed and goes on', async (_, broken, sentence) => {
    const { tally, lines, events } = await run([caseOf('broken', broken), caseOf('whole')], '--short');
    expect(tally).toEqual({ cases: 2, failed: 1 });
    expect(lines).toEqual([`FAILED: broken: ${sentence}`, 'whole  ratio 1.00 (1.00..1.00)']);
    expect(events.at(-1)).toBe('stop on .');
  });

  it('counts every case as failed when its servers do not start', async () => {
    const lines: string[] = [];
    const cases = group(() => Promise.reject(new Error('no Postgres')), [caseOf('read'), caseOf('write')]);
    const options = {
      ...parseOptions([]),
      print: (line: string) => void lines.push(line),
      log: () => undefined,
      begin: () => undefined,
      keep: () => undefined,
      isOver: () => false,
      measuredOn: () => '',
    };
    expect(await cases.run(options)).toEqual({ cases: 2, failed: 2 });
    expect(lines).toEqual(['FAILED: read: no Postgres', 'FAILED: write: no Postgres']);
  });

  it('says which cases it leaves out, and counts them neither way', async () => {
    const redis = preparation('Redis', new LeftOut('there is no redis-server'));
    const { tally, lines } = await run([caseOf('queue', { needs: [redis] }), caseOf('read')], '--short');
    expect(lines[0]).toBe('left out: queue: there is no redis-server');
    expect(tally).toEqual({ cases: 1, failed: 0 });
  });

  it('lets the rounds of two builds take turns, and compares them round by round', async () => {
    const round: Case<FakeSite>['round'] = ({ site, number }) => {
      site.note(`round ${number}`);
      return Promise.resolve({ ratio: site.events.at(-1)?.endsWith('.') ? 3 * number : number, measures: {} });
    };
    const { events, lines } = await run([caseOf('read', { round })], '--against', 'before', '--rounds', '2');
    expect(events.filter((event) => event.startsWith('round'))).toEqual([
      'round 0 on .',
      'round 0 on before',
      'round 1 on before',
      'round 1 on .',
      'round 2 on .',
      'round 2 on before',
    ]);
    expect(lines).toEqual([
      'read  ratio 4.50 (3.00..6.00)  goal 2.00 reached',
      '  against before  ratio 1.50 (1.00..2.00)  goal 2.00 MISSED',
      '  this by that  ratio 3.00 (3.00..3.00)',
    ]);
    expect(events.slice(-2)).toEqual(['stop on before', 'stop on .']);
  });
});
