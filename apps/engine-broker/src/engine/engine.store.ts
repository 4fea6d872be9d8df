import { DATABASE } from '@app/boot';
import { EpochSource, engineChanged, epochsPublished } from '@app/contracts/engines';
import type { EngineRate } from '@app/engines';
import { sameJson } from '@app/json';
import { Database, Tx, addToOutbox, factRow } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { hasMoved } from '../canary/canary';
import { CanaryStore, expectCanary } from '../canary/canary.store';
import { EpochName, epochLabel, nextEpoch } from '../epoch/epoch';
import { EngineProfile, EngineRow, changedOf } from './engine-row';

const readAll = { name: 'engines', text: 'select * from engine order by name' };
const lock = 'select * from engine where name = $1 for update';
const lastEpoch = 'select day::text as day, n from epoch where engine = $1 order by day desc, n desc limit 1';
const lastSources = {
  name: 'engine-epoch-sources',
  text: `select 'current+' || day::text || '.' || n as engine_version, source, probability_source
         from epoch where engine = $1 and source is not null order by day desc, n desc limit ${epochsPublished}`,
};
const probeTurn = {
  name: 'engine-probe',
  text: `update engine set circuit_until = app.now() + make_interval(secs => $2)
         where name = $1 and circuit_open and circuit_until <= app.now() returning name`,
};

/** `first`: nothing of this epoch to compare with yet; `unread`: the answers belong to an epoch that is over. */
export type CanaryOutcome = 'first' | 'same' | 'moved' | 'unread';

/** The rows of the registry. The fact about a change is written in the transaction that made it. */
@Injectable()
export class EngineStore {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly canaries: CanaryStore,
  ) {}

  async readAll(): Promise<EngineRow[]> {
    return (await this.database.query<EngineRow>(readAll)).rows;
  }

  /**
   * Makes the row what the configuration says, opens an epoch when another model stands behind the name, and tells
   * everyone, also when nothing changed: a holder whose copies were lost hears it again, under the same revision.
   */
  enter(profile: EngineProfile): Promise<EngineRow> {
    return this.database.transaction('engine-broker.enter', async (tx) => {
      await tx.query(
        `insert into engine (name, active, identity, weight, limits, revision) values ($1, false, '', 0, '{}', 0)
         on conflict (name) do nothing`,
        [profile.name],
      );
      const stored = await this.lockEngine(tx, profile.name);
      let row = await this.write(tx, stored, profile);
      const isOther = row.active && (row.epoch === null || stored.identity !== profile.identity);
      if (isOther) {
        row = await this.openEpoch(tx, row, null);
        await expectCanary(tx, row.name);
      }
      if (!row.active && row.epoch !== null) row = await this.update(tx, row, { epoch: null, reported_model: null });
      await this.tell(tx, row);
      return row;
    });
  }

  /** Notes the model that answers in the epoch in force, or opens another when it is not the one noted. */
  learnModel(name: string, reportedModel: string): Promise<EngineRow> {
    return this.database.transaction('engine-broker.learn-model', async (tx) => {
      const row = await this.lockEngine(tx, name);
      if (row.reported_model === reportedModel || row.epoch === null) return row;
      if (row.reported_model !== null) {
        const opened = await this.openEpoch(tx, row, reportedModel);
        await expectCanary(tx, name);
        await this.tell(tx, opened);
        return opened;
      }
      await tx.query('update epoch set reported_model = $2 where engine = $1 and reported_model is null', [
        name,
        reportedModel,
      ]);
      return this.update(tx, row, { reported_model: reportedModel }, false);
    });
  }

  /**
   * Holds the day's canary against what its epoch began with, and opens another epoch when the answers have moved.
   * @param epoch in which they were given; answers of an epoch that is over say nothing of the one in force
   */
  noteCanary(name: string, epoch: string, numbers: number[]): Promise<{ row: EngineRow; outcome: CanaryOutcome }> {
    return this.database.transaction('engine-broker.canary', async (tx) => {
      const row = await this.lockEngine(tx, name);
      if (row.epoch === null || row.epoch !== epoch) return { row, outcome: 'unread' };
      const before = await this.canaries.markDone(tx, name);
      if (before.epoch !== epoch || before.numbers === null) {
        await this.canaries.begin(tx, name, epoch, numbers);
        return { row, outcome: 'first' };
      }
      if (!hasMoved(before.numbers, numbers)) return { row, outcome: 'same' };
      const opened = await this.openEpoch(tx, row, row.reported_model);
      await this.canaries.begin(tx, name, opened.epoch ?? epoch, numbers);
      await this.tell(tx, opened);
      return { row: opened, outcome: 'moved' };
    });
  }

  /** Opens the circuit for all replicas; the same again moves the next probe. */
  openCircuit(name: string, backoffMs: number): Promise<EngineRow> {
    return this.database.transaction('engine-broker.circuit-open', async (tx) => {
      const row = await this.lockEngine(tx, name);
      await tx.query(
        'update engine set circuit_until = app.now() + make_interval(secs => $2), circuit_backoff_ms = $3 where name = $1',
        [name, backoffMs / 1000, backoffMs],
      );
      if (row.circuit_open) return this.lockEngine(tx, name);
      const opened = await this.update(tx, row, { circuit_open: true });
      await this.tell(tx, opened);
      return opened;
    });
  }

  closeCircuit(name: string): Promise<EngineRow> {
    return this.database.transaction('engine-broker.circuit-close', async (tx) => {
      const row = await this.lockEngine(tx, name);
      if (!row.circuit_open) return row;
      const closed = await this.update(tx, row, { circuit_open: false, circuit_until: null, circuit_backoff_ms: 0 });
      await this.tell(tx, closed);
      return closed;
    });
  }

  /** True for the one replica whose turn it is to probe; nobody else's for that long. */
  async takeProbe(name: string, seconds: number): Promise<boolean> {
    return (await this.database.query(probeTurn, [name, seconds])).rowCount === 1;
  }

  private async lockEngine(tx: Tx, name: string): Promise<EngineRow> {
    return (await tx.query<EngineRow>(lock, [name])).rows[0];
  }

  private async write(tx: Tx, stored: EngineRow, profile: EngineProfile): Promise<EngineRow> {
    const keys = Object.keys(profile) as (keyof EngineProfile)[];
    const isSame = keys.every((key) => sameJson(stored[key], profile[key]));
    if (isSame) return stored;
    const isOtherModel = stored.identity !== profile.identity;
    // Another model's circuit says nothing about this one's.
    const circuit = isOtherModel ? { circuit_open: false, circuit_until: null, circuit_backoff_ms: 0 } : {};
    return this.update(tx, stored, { ...profile, ...circuit });
  }

  private async openEpoch(tx: Tx, row: EngineRow, reportedModel: string | null): Promise<EngineRow> {
    const last = (await tx.query<EpochName>(lastEpoch, [row.name])).rows[0] ?? null;
    const { rows } = await tx.query<{ now: Date }>('select app.now() as now');
    const opened = nextEpoch(last, rows[0].now.getTime());
    await tx.query(
      `insert into epoch (engine, day, n, identity, reported_model, source, probability_source)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [row.name, opened.day, opened.n, row.identity, reportedModel, row.source, row.probability_source],
    );
    return this.update(tx, row, {
      epoch: epochLabel(opened),
      reported_model: reportedModel,
      epoch_opened_at: rows[0].now,
    });
  }

  private async update(tx: Tx, row: EngineRow, changes: Partial<EngineRow>, isPublished = true): Promise<EngineRow> {
    const names = Object.keys(changes) as (keyof EngineRow)[];
    const values = names.map((name) => (name === 'limits' ? JSON.stringify(changes.limits) : changes[name]));
    const assignments = names.map((name, place) => `${name} = $${place + 2}`);
    if (isPublished) assignments.push('revision = revision + 1', 'changed_at = app.now()');
    const { rows } = await tx.query<EngineRow>(
      `update engine set ${assignments.join(', ')} where name = $1 returning *`,
      [row.name, ...values],
    );
    return rows[0];
  }

  private async tell(tx: Tx, row: EngineRow): Promise<void> {
    const { rows } = await tx.query<EpochSource>(lastSources, [row.name]);
    await addToOutbox(tx, [factRow(engineChanged, changedOf(row, rows))]);
  }
}

/** What an operator set above the configuration; null follows the configuration again. */
export async function overrideRate(
  database: Database,
  name: string,
  override: Partial<EngineRate> | null,
): Promise<boolean> {
  const { rowCount } = await database.query('update engine set rate_override = $2 where name = $1', [
    name,
    override === null ? null : JSON.stringify(override),
  ]);
  return rowCount === 1;
}
