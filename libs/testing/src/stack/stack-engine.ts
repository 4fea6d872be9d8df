import { EngineTap } from '../engine/tap';
import { startSim } from '../simulator';
import { defaultConfig } from '../simulator/config';

/** The simulated engine of a stack, behind a tap that keeps what it was asked. */
export class StackEngine {
  private constructor(
    private readonly sim: Awaited<ReturnType<typeof startSim>>,
    private readonly tap: EngineTap,
  ) {}

  static async open(closers: (() => Promise<void>)[]): Promise<StackEngine> {
    const sim = await startSim({ control: true });
    closers.push(() => sim.close());
    const tap = await EngineTap.open(sim.url);
    closers.push(() => tap.close());
    return new StackEngine(sim, tap);
  }

  get url(): string {
    return this.tap.url;
  }

  /** Takes back what a file had it do: scripts, faults, latency, answers held. */
  settle(): void {
    this.sim.set({ ...defaultConfig, control: true });
    this.sim.reset();
    this.tap.release();
  }
}
