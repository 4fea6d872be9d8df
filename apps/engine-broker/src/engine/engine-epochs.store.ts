import { DATABASE } from '@app/boot';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { hasMoved } from '../canary/canary';
import { CanaryStore, expectCanary } from '../canary/canary.store';
import { countAnswers, noteModel, readOpened } from '../epoch/epoch.store';
import { inForceOf } from '../epoch/in-force';
import { epochOf } from '../epoch/memory';
import { Counted } from '../epoch/tally';
import { EngineRow, memoryOf } from './engine-row';
import { changeEngine, lockEngine, openEpoch, readEngine, tell } from './engine-writes';

/** `first`: nothing of this epoch to compare with yet; `unread`: the answers belong to an epoch that is over. */
export type CanaryOutcome = 'first' | 'same' | 'moved' | 'unread';

/** The epochs of engines, shared by all replicas: each change is made under the lock of the engine's row. */
@Injectable()
export class EngineEpochsStore {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly canaries: CanaryStore,
  ) {}

  /**
   * Notes the version that answers in the epoch in force, or opens one for it beside that. Another replica may have done so.
   * @param identity of the entry that was asked
   */
  learnModel(name: string, identity: string, model: string): Promise<EngineRow> {
    return this.database.transaction('engine-broker.learn-model', async (tx) => {
      const fields = await lockEngine(tx, name);
      const row = await readEngine(tx, name);
      const memory = memoryOf(row);
      const found = memory && epochOf(memory, { identity, model, nowMs: await readNowMs(tx) });
      if (found === 'learn' && row.epoch !== null) {
        await noteModel(tx, name, row.epoch, model);
        await changeEngine(tx, name, { reported_model: model }, false);
      } else if (found === 'open') {
        const opened = await openEpoch(tx, fields, { reportedModel: model, isInForce: false });
        await expectCanary(tx, name);
        await tell(tx, opened.row);
      } else return row;
      return readEngine(tx, name);
    });
  }

  /**
   * Holds a canary against what its epoch began with, and opens another epoch of its version when the answers have moved.
   * @param epoch in which they were given; answers of one that is over say nothing
   */
  noteCanary(name: string, epoch: string, numbers: number[]): Promise<{ row: EngineRow; outcome: CanaryOutcome }> {
    return this.database.transaction('engine-broker.canary', async (tx) => {
      const fields = await lockEngine(tx, name);
      const row = await readEngine(tx, name);
      const asked = row.known.find(({ label, identity }) => label === epoch && identity === row.identity);
      if (asked === undefined) return { row, outcome: 'unread' };
      const before = await this.canaries.readBaseline(tx, name, epoch);
      const isMoved = before !== null && hasMoved(before, numbers);
      if (before === null) await this.canaries.begin(tx, name, epoch, numbers);
      if (isMoved) {
        const { reportedModel } = asked;
        const opened = await openEpoch(tx, fields, { reportedModel, isInForce: row.epoch === epoch });
        await this.canaries.begin(tx, name, opened.label, numbers);
        await tell(tx, opened.row);
      }
      const outcome = before === null ? 'first' : isMoved ? 'moved' : 'same';
      return { row: await readEngine(tx, name), outcome };
    });
  }

  /** Adds what a replica has counted, and puts the epoch of most answers of the last hour in force. */
  count(name: string, counted: readonly Counted[]): Promise<EngineRow> {
    return this.database.transaction('engine-broker.count-answers', async (tx) => {
      await lockEngine(tx, name);
      if (counted.length > 0) await countAnswers(tx, name, counted);
      const row = await readEngine(tx, name);
      const memory = memoryOf(row);
      const epoch = memory && inForceOf(memory, row.hour);
      if (epoch === null || epoch === row.epoch) return row;
      const reportedModel = row.known.find(({ label }) => label === epoch)?.reportedModel ?? null;
      const openedAt = await readOpened(tx, name, epoch);
      const inForce = { epoch, reported_model: reportedModel, epoch_opened_at: openedAt };
      await tell(tx, await changeEngine(tx, name, inForce));
      return readEngine(tx, name);
    });
  }
}

async function readNowMs(tx: Tx): Promise<number> {
  return (await tx.query<{ now: Date }>('select app.now() as now')).rows[0].now.getTime();
}
