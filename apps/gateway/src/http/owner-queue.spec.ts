import { OwnerQueue, maxWaiting, maxWaitingPerOrganization } from './owner-queue';

const inAnHour = (): number => Date.now() + 3_600_000;

/** Requests that end when the spec says so. */
class Requests {
  readonly running: string[] = [];
  mostRunning = 0;
  private readonly ends: (() => void)[] = [];

  constructor(private readonly queue: OwnerQueue) {}

  send(organization: string, deadlineAtMs = inAnHour()): Promise<string> {
    return this.queue.run(organization, deadlineAtMs, async () => {
      this.mostRunning = Math.max(this.mostRunning, this.running.push(organization));
      await new Promise<void>((resolve) => this.ends.push(resolve));
      this.running.splice(this.running.indexOf(organization), 1);
      return organization;
    });
  }

  /** Ends the request that began first. */
  async endOne(): Promise<void> {
    this.ends.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
  }

  count(organization: string): number {
    return this.running.filter((each) => each === organization).length;
  }

  async endAll(): Promise<void> {
    while (this.ends.length > 0) await this.endOne();
  }
}

describe('requests to an owner', () => {
  it('wait for their turn instead of being refused, and never more run than the owner takes [defect O-3]', async () => {
    const requests = new Requests(new OwnerQueue(64));
    const all = Array.from({ length: 2000 }, (_, i) => requests.send(`org_${i % 3}`));
    await requests.endAll();
    expect((await Promise.all(all)).length).toBe(2000);
    expect(requests.mostRunning).toBeLessThanOrEqual(64);
    expect(requests.running).toEqual([]);
  });

  it('of one organization leave room for those of others, which begin at once [defect O-3]', async () => {
    const requests = new Requests(new OwnerQueue(64));
    const greedy = Array.from({ length: 500 }, () => requests.send('greedy'));
    expect(requests.count('greedy')).toBe(32);
    const other = requests.send('other');
    expect(requests.count('other')).toBe(1);
    await requests.endAll();
    await Promise.all([...greedy, other]);
  });

  it('get free slots in turn, however many of one organization wait', async () => {
    const requests = new Requests(new OwnerQueue(2));
    const all = ['a', 'a', 'a', 'b', 'b', 'c'].map((organization) => requests.send(organization));
    expect(requests.running).toEqual(['a', 'b']);
    const begun: string[][] = [];
    while (requests.running.length > 0) {
      await requests.endOne();
      begun.push([...requests.running]);
    }
    await Promise.all(all);
    // `c` came last and does not wait until all of `a` have run.
    expect(begun[2]).toEqual(['b', 'c']);
    expect(begun[3]).toEqual(['c', 'a']);
  });

  it('are refused when their turn does not come before the deadline, and keep no slot', async () => {
    const requests = new Requests(new OwnerQueue(1));
    const first = requests.send('a');
    await expect(requests.send('a', Date.now())).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 1 });
    const third = requests.send('b');
    await requests.endAll();
    expect(await Promise.all([first, third])).toEqual(['a', 'b']);
  });

  it('of one organization may wait up to a bound', async () => {
    const requests = new Requests(new OwnerQueue(1));
    const all = Array.from({ length: maxWaitingPerOrganization + 1 }, () => requests.send('a'));
    await expect(requests.send('a')).rejects.toMatchObject({ code: 'unavailable' });
    expect(all).toHaveLength(maxWaitingPerOrganization + 1);
    await requests.endAll();
    expect(await Promise.all(all)).toHaveLength(maxWaitingPerOrganization + 1);
  });

  it('of all organizations together may wait up to a bound', async () => {
    const requests = new Requests(new OwnerQueue(1));
    const all = Array.from({ length: maxWaiting + 1 }, (_, i) => requests.send(`org_${i % 8}`));
    await expect(requests.send('another')).rejects.toMatchObject({ code: 'unavailable' });
    await requests.endOne();
    const next = requests.send('another');
    await requests.endAll();
    expect(await Promise.all([...all, next])).toHaveLength(maxWaiting + 2);
  });

  it('free their slot when they fail', async () => {
    const queue = new OwnerQueue(1);
    await expect(queue.run('a', inAnHour(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run('b', inAnHour(), () => Promise.resolve('yes'))).toBe('yes');
  });
});
