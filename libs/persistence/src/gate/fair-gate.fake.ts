import { FairGate, GateOptions, Release } from './fair-gate';

interface Asked {
  of: string | null;
  state: 'waits' | 'holds' | 'ended' | 'refused';
  release: Release | null;
}

/** Everything that was asked of a gate, in its order, and what became of it. */
export class GateUse {
  readonly asked: Asked[] = [];
  readonly gate: FairGate;

  constructor(options: GateOptions) {
    this.gate = new FairGate(options);
  }

  /** @returns how many it has asked for now */
  async take(of: string | null, waitMs = 3_600_000): Promise<number> {
    const asked: Asked = { of, state: 'waits', release: null };
    const taken = this.gate.take(of, waitMs);
    void Promise.resolve(taken).then((release) => {
      asked.release = release;
      asked.state = release === null ? 'refused' : 'holds';
    });
    const count = this.asked.push(asked);
    await settled();
    return count;
  }

  async takeAll(organizations: readonly (string | null)[]): Promise<void> {
    for (const of of organizations) await this.take(of);
  }

  /** Ends the first that holds a slot, of an organization when one is named. @returns false when none does */
  async end(of?: string | null): Promise<boolean> {
    const first = this.asked.find((one) => one.state === 'holds' && (of === undefined || one.of === of));
    if (!first) return false;
    first.state = 'ended';
    first.release!();
    first.release!();
    await settled();
    return true;
  }

  count(state: Asked['state'], of?: string | null): number {
    return this.asked.filter((one) => one.state === state && (of === undefined || one.of === of)).length;
  }

  /** Whose slots are held, in the order in which they were asked for. */
  get holders(): (string | null)[] {
    return this.asked.flatMap(({ of, state }) => (state === 'holds' ? [of] : []));
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
}
