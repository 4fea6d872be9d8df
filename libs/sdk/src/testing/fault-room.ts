import { JudgmentClient } from '../client';
import type { ClientOptions, Runtime } from '../request/options';
import { FaultServer } from './fault-server';

/** A scripted service and clients of it, whose waits pass at once and are written down. */
export class FaultRoom {
  readonly server = new FaultServer();
  /** Milliseconds of each wait since the test began. */
  waits: number[] = [];
  nowMs = 0;
  baseUrl = '';

  private readonly runtime: Partial<Runtime> = {
    nowMs: () => this.nowMs,
    random: () => 0.5,
    sleep: (ms) => {
      this.waits.push(ms);
      this.nowMs += ms;
      return Promise.resolve();
    },
  };

  client(more: ClientOptions = {}): JudgmentClient {
    const { runtime, ...options } = more;
    return new JudgmentClient({
      baseUrl: this.baseUrl,
      apiKey: 'jk_test',
      ...options,
      runtime: { ...this.runtime, ...runtime },
    });
  }
}

/** A room that is open while the tests of a file run; each test begins on 23 November 2026 without waits. */
export function openFaultRoom(): FaultRoom {
  const room = new FaultRoom();
  beforeAll(async () => void (room.baseUrl = await room.server.start()));
  afterAll(() => room.server.stop());
  beforeEach(() => {
    room.nowMs = Date.parse('2026-11-23T00:00:00Z');
    room.waits = [];
  });
  return room;
}

/** What a promise is refused with. */
export async function refusalOf(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    return { resolved: await promise };
  } catch (error) {
    return error;
  }
}
