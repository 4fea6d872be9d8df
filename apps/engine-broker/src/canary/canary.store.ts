import { DATABASE } from '@app/boot';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';

/** The first answers of an epoch are asked for when it has stood so long: a rollout is over by then. */
const settlesMin = 10;

// The replica that takes the turn has that long; when it fails to ask, another one tries again after it.
const take = {
  name: 'canary-take',
  text: `update canary set after = app.now() + make_interval(mins => ${settlesMin})
         where engine = $1 and after <= app.now() returning engine`,
};
const takeReturned = {
  name: 'canary-take-returned',
  text: `update epoch set canary_at = app.now()
         where engine = $1 and 'current+' || day::text || '.' || n = any($2)
           and (canary_at is null or canary_at <= app.now() - interval '1 hour')
         returning 'current+' || day::text || '.' || n as label`,
};
const tomorrow = `(date_trunc('day', app.now() at time zone 'utc') + interval '1 day') at time zone 'utc'`;
const isEpoch = `engine = $1 and 'current+' || day::text || '.' || n = $2`;

/** When each engine is asked its canary next, and what each epoch answered when it was young. */
@Injectable()
export class CanaryStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async make(engine: string): Promise<void> {
    await this.database.query(
      `insert into canary (engine, after) values ($1, app.now() + make_interval(mins => ${settlesMin}))
       on conflict do nothing`,
      [engine],
    );
  }

  /** True for the one replica whose turn it is. */
  async takeTurn(engine: string): Promise<boolean> {
    return (await this.database.query(take, [engine])).rowCount === 1;
  }

  /** Of epochs whose versions answer again, those that this replica is to ask: each at most once an hour. */
  async takeReturned(engine: string, epochs: readonly string[]): Promise<string[]> {
    const { rows } = await this.database.query<{ label: string }>(takeReturned, [engine, epochs]);
    return rows.map(({ label }) => label);
  }

  /** Done for this UTC day. */
  async markDone(engine: string): Promise<void> {
    await this.database.query(`update canary set after = ${tomorrow} where engine = $1`, [engine]);
  }

  /** Notes that an epoch was asked now. @returns what it began with; null when it was asked for the first time */
  async readBaseline(tx: Tx, engine: string, epoch: string): Promise<number[] | null> {
    const text = `update epoch set canary_at = app.now() where ${isEpoch} returning numbers`;
    return (await tx.query<{ numbers: number[] | null }>(text, [engine, epoch])).rows[0]?.numbers ?? null;
  }

  /** What an epoch begins with, against which its answers to come are held. */
  async begin(tx: Tx, engine: string, epoch: string, numbers: readonly number[]): Promise<void> {
    const text = `update epoch set numbers = $3, canary_at = app.now() where ${isEpoch}`;
    await tx.query(text, [engine, epoch, JSON.stringify(numbers)]);
  }
}

/** A new epoch is asked soon: what it is held against must be its own. */
export async function expectCanary(tx: Tx, engine: string): Promise<void> {
  await tx.query(
    `update canary set after = least(after, app.now() + make_interval(mins => ${settlesMin})) where engine = $1`,
    [engine],
  );
}
