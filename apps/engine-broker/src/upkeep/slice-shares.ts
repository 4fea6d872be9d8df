import { Engine } from '../engine/engine';
import { fairCount, shareOf } from '../permit/share';
import { Holder, SliceStore } from '../permit/slice.store';

/** Outlives the longest ask by the time for which permits are given without a renewal. */
const leaseS = 40;
const spendableMs = 10_000;
const replicaSeenS = 10;
/** What holds for `spendableMs`, and for `replicaSeenS`, is renewed after a third of that. */
const renewAfterMs = 3_000;

/** What this replica holds of the engines' limits, by how many replicas live. While it is not called, permits run out. */
export class SliceShares {
  private replicas: readonly string[] = [];
  private announcedAtMs = -Infinity;

  constructor(
    private readonly store: SliceStore,
    private readonly holder: Holder,
  ) {}

  make(engine: string): Promise<void> {
    return this.store.make(engine);
  }

  /** Gives back everything. Slices stay until their asks have ended: call it then. */
  leave(): Promise<void> {
    return this.store.leave(this.holder);
  }

  /** Whether other replicas live than those that it knows. */
  haveReplicasChanged(): Promise<boolean> {
    return this.store.haveReplicasChanged(this.replicas);
  }

  /** Says that this replica lives, when it is time or others live than it knows. */
  async announce(haveReplicasChanged: boolean): Promise<void> {
    const nowMs = performance.now();
    if (!haveReplicasChanged && nowMs - this.announcedAtMs < renewAfterMs) return;
    this.replicas = await this.store.announce(this.holder, replicaSeenS);
    this.announcedAtMs = nowMs;
  }

  /** Takes up to its fair share of each engine, and gives back what is above it once its asks fit into the rest. */
  async share(engines: readonly Engine[]): Promise<void> {
    const fair = fairCount(this.replicas.indexOf(this.holder.holder), this.replicas.length);
    const askedAt = performance.now();
    const [above, within] = [[] as Engine[], [] as Engine[]];
    for (const engine of engines) (engine.slices.length > fair ? above : within).push(engine);
    const late = within.filter(({ slices, heldAtMs }) => slices.length < fair || askedAt - heldAtMs >= renewAfterMs);
    if (late.length > 0) {
      const held = await this.hold(late, fair);
      for (const engine of late) {
        engine.slices = held.get(engine.setup.name) ?? [];
        engine.heldAtMs = askedAt;
      }
    }
    // Its rate may have changed since.
    for (const { gate, rate, slices, heldAtMs } of within) gate.hold(shareOf(rate, slices), heldAtMs + spendableMs);
    for (const engine of above) await this.giveBackSurplus(engine, fair);
  }

  private hold(engines: readonly Engine[], count: number): Promise<Map<string, number[]>> {
    const names = engines.map(({ setup }) => setup.name);
    return this.store.hold(names, this.holder, leaseS, count);
  }

  /** Gives back what is above its fair share. */
  private async giveBackSurplus(engine: Engine, fair: number): Promise<void> {
    const askedAt = performance.now();
    const [kept, surplus] = [engine.slices.slice(0, fair), engine.slices.slice(fair)];
    const isIdle = engine.gate.inFlight <= shareOf(engine.rate, kept).in_flight;
    await this.hold([engine], engine.slices.length);
    engine.heldAtMs = askedAt;
    engine.gate.hold(shareOf(engine.rate, kept), askedAt + spendableMs);
    if (!isIdle) return;
    await this.store.giveBack(engine.setup.name, this.holder, surplus);
    engine.slices = kept;
  }
}
