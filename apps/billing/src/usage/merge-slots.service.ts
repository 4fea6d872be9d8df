import { CLOCK, DATABASE, LEASES } from '@app/boot';
import type { Clock } from '@app/observability';
import { Database, Leases, TimedPages } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { lastSettledMonth } from '../month/month';
import { OrganizationMonth, SlotKey, mergeSlots, mergedTables, readNextSlots } from './merge-slots.store';

const lease = 'merge';
const leaseS = 60;
/** Longer than a charge can still be on its way to the counters after it was booked in the month. */
const settlingMs = 10 * 60_000;
/** Rows of `month_slot` that one look reads. */
const slotsALook = 2_000;
const beginning: SlotKey = { organization: '', month: '', slot: 0 };

/** Makes one row of the slots of each counter once its month takes no more charges. One process merges. */
@Injectable()
export class MergeSlotsService {
  private readonly pages: TimedPages;
  /** The newest month of which this process has merged every organization's slots; '' before it has looked. */
  private mergedThrough = '';
  private after = beginning;
  /** Where the month that is being merged stands: which counter, from which namespace on. */
  private at = { organization: '', month: '', table: 0, from: '' };
  private nextMs = 0;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LEASES) private readonly leases: Leases,
  ) {
    this.pages = new TimedPages(database, 'billing.merge');
  }

  /** Whether slots of a month may wait to be merged. */
  get mayMerge(): boolean {
    const nowMs = this.clock.now();
    return nowMs >= this.nextMs && lastSettledMonth(nowMs, settlingMs) > this.mergedThrough;
  }

  /**
   * Merges a page of slots.
   * @returns whether more may be left
   */
  async mergeNext(): Promise<boolean> {
    if (!this.mayMerge) return false;
    const through = lastSettledMonth(this.clock.now(), settlingMs);
    if (!(await this.leases.take(lease, leaseS))) {
      this.nextMs = this.clock.now() + leaseS * 1000;
      return false;
    }
    const slots = await readNextSlots(this.database, this.after, slotsALook);
    const open = slots.find(({ month, slot }) => slot > 0 && month <= through);
    // The look begins again before that month: it ends when nothing of it is left.
    if (open) return this.mergePage(open);
    this.after = slots.at(-1) ?? beginning;
    if (slots.length < slotsALook) {
      this.after = beginning;
      this.mergedThrough = through;
    }
    return slots.length === slotsALook;
  }

  /** One page of the counters of a month, one after the other; its own slots come last. */
  private async mergePage({ organization, month }: OrganizationMonth): Promise<boolean> {
    const { at } = this;
    if (at.organization !== organization || at.month !== month) this.at = { organization, month, table: 0, from: '' };
    const { table, from } = this.at;
    const merged = await this.pages.run((tx, rows) => mergeSlots(tx, mergedTables[table], this.at, from, rows));
    if (merged === null) return true;
    if (merged.rows > 0) this.at.from = merged.last;
    else this.at = { ...this.at, table: (table + 1) % mergedTables.length, from: '' };
    return true;
  }
}
