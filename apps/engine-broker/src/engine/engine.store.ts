import { DATABASE } from '@app/boot';
import type { EngineRate } from '@app/engines';
import { sameJson } from '@app/json';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { expectCanary } from '../canary/canary.store';
import { forgetAnswers } from '../epoch/epoch.store';
import { EngineFields, EngineProfile, EngineRow } from './engine-row';
import {
  changeEngine,
  changedSince,
  lockEngine,
  openEpoch,
  readDigest,
  readEngine,
  readEngines,
  tell,
} from './engine-writes';

const probeTurn = {
  name: 'engine-probe',
  text: `update engine set circuit_until = app.now() + make_interval(secs => $2)
         where name = $1 and circuit_open and circuit_until <= app.now() returning name`,
};

/** The rows of the registry. The fact about a change is written in the transaction that made it. */
@Injectable()
export class EngineStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async readAll(): Promise<EngineRow[]> {
    return readEngines(this.database);
  }

  /** A text of all rows, to be read before them. */
  readDigest(): Promise<string> {
    return readDigest(this.database);
  }

  /** Whether a row has changed since a digest was read. */
  haveChanged(since: string): Promise<boolean> {
    return this.database.finds(changedSince(since));
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
      const stored = await lockEngine(tx, profile.name);
      let row = await write(tx, stored, profile);
      const isOther = row.active && (row.epoch === null || stored.identity !== profile.identity);
      if (isOther) {
        await forgetAnswers(tx, row.name);
        row = (await openEpoch(tx, row, { reportedModel: null, isInForce: true })).row;
        await expectCanary(tx, row.name);
      }
      if (!row.active && row.epoch !== null) {
        row = await changeEngine(tx, row.name, { epoch: null, reported_model: null });
      }
      await tell(tx, row);
      return readEngine(tx, row.name);
    });
  }

  /** Opens the circuit for all replicas; the same again moves the next probe. */
  openCircuit(name: string, backoffMs: number): Promise<EngineRow> {
    return this.database.transaction('engine-broker.circuit-open', async (tx) => {
      const row = await lockEngine(tx, name);
      await tx.query(
        'update engine set circuit_until = app.now() + make_interval(secs => $2), circuit_backoff_ms = $3 where name = $1',
        [name, backoffMs / 1000, backoffMs],
      );
      if (!row.circuit_open) await tell(tx, await changeEngine(tx, name, { circuit_open: true }));
      return readEngine(tx, name);
    });
  }

  closeCircuit(name: string): Promise<EngineRow> {
    return this.database.transaction('engine-broker.circuit-close', async (tx) => {
      const row = await lockEngine(tx, name);
      if (row.circuit_open) {
        await tell(tx, await changeEngine(tx, name, closed));
      }
      return readEngine(tx, name);
    });
  }

  /** True for the one replica whose turn it is to probe; nobody else's for that long. */
  async takeProbe(name: string, seconds: number): Promise<boolean> {
    return (await this.database.query(probeTurn, [name, seconds])).rowCount === 1;
  }
}

const closed = { circuit_open: false, circuit_until: null, circuit_backoff_ms: 0 };

async function write(tx: Tx, stored: EngineFields, profile: EngineProfile): Promise<EngineFields> {
  const keys = Object.keys(profile) as (keyof EngineProfile)[];
  const isSame = keys.every((key) => sameJson(stored[key], profile[key]));
  if (isSame) return stored;
  const isOtherModel = stored.identity !== profile.identity;
  // Another model's circuit says nothing about this one's.
  return changeEngine(tx, stored.name, { ...profile, ...(isOtherModel && closed) });
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
