import { BulkheadPolicy, bulkhead, wrap } from 'cockatiel';

/** Limits how many asks of one engine this process has in flight. Bulk asks may use at most half of the slots. */
export class EngineSlots {
  private readonly bulkheads = new Map<string, BulkheadPolicy>();

  constructor(private readonly slots: number) {}

  /** Runs work in a slot of an engine; it waits while all are taken. */
  run<T>(engine: string, isBulk: boolean, work: () => Promise<T>): Promise<T> {
    const all = this.bulkheadOf(engine, this.slots);
    const slots = isBulk ? wrap(this.bulkheadOf(`${engine} bulk`, Math.ceil(this.slots / 2)), all) : all;
    return slots.execute(work);
  }

  private bulkheadOf(name: string, slots: number): BulkheadPolicy {
    const known = this.bulkheads.get(name) ?? bulkhead(slots, Number.MAX_SAFE_INTEGER);
    this.bulkheads.set(name, known);
    return known;
  }
}
