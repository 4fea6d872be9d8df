import { ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Arrival, FromReceiver, ToReceiver } from '../bare/receiver';

const limitMs = 120_000;

/** The receiver's process, seen from the one that measures. */
export class Receiver {
  private constructor(
    private readonly child: ChildProcess,
    /** The address that endpoints name. */
    readonly origin: string,
  ) {}

  static async open(): Promise<Receiver> {
    const child = forkBare('', 'receiver');
    const [message] = (await once(child, 'message')) as [FromReceiver];
    if (!('port' in message)) throw new Error('the receiver did not send its port');
    return new Receiver(child, `https://hooks.example.com:${message.port}`);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /**
   * When each of these came, once all have.
   * @throws Error when one did not come in time, came twice, or was never sent
   */
  async arrivalsOf(ids: string[]): Promise<Map<string, number>> {
    const answered = once(this.child, 'message') as Promise<[{ arrivals: Arrival[] }]>;
    this.child.send({ expect: ids.length, limitMs } satisfies ToReceiver);
    const [{ arrivals }] = await answered;
    const atMs = new Map(arrivals);
    const missing = ids.filter((id) => !atMs.has(id)).length;
    if (missing > 0 || arrivals.length > ids.length)
      throw new Error(
        `${missing} of ${ids.length} did not come; ${arrivals.length} came, ${atMs.size} of them different`,
      );
    return atMs;
  }

  stop(): void {
    this.child.disconnect();
  }
}

/** A process of `bare.ts`, which ends when this one does. */
export function forkBare(...args: string[]): ChildProcess {
  return fork(join(process.cwd(), 'dist/bench/bare.js'), args);
}
