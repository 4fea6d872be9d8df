import { DATABASE } from '@app/boot';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';

interface Baseline {
  epoch: string | null;
  numbers: number[] | null;
}

/** The first answers of an epoch are asked for when it has stood so long: a rollout is over by then. */
const settlesMin = 10;

// The replica that takes the turn has that long; when it fails to ask, another one tries again after it.
const take = {
  name: 'canary-take',
  text: `update canary set after = app.now() + make_interval(mins => ${settlesMin})
         where engine = $1 and after <= app.now() returning engine`,
};
const tomorrow = `(date_trunc('day', app.now() at time zone 'utc') + interval '1 day') at time zone 'utc'`;

/** When each engine is asked its canary next, and what it answered when its epoch was young. */
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

  /** Done for this UTC day. @returns what the epoch in force began with, locked until the transaction ends */
  async markDone(tx: Tx, engine: string): Promise<Baseline> {
    const { rows } = await tx.query<Baseline>(
      `update canary set after = ${tomorrow} where engine = $1 returning epoch, numbers`,
      [engine],
    );
    return rows[0] ?? { epoch: null, numbers: null };
  }

  /** What the epoch begins with, against which the days to come are held. */
  async begin(tx: Tx, engine: string, epoch: string, numbers: number[]): Promise<void> {
    await tx.query('update canary set epoch = $2, numbers = $3 where engine = $1', [
      engine,
      epoch,
      JSON.stringify(numbers),
    ]);
  }
}

/** A new epoch is asked soon: what it is held against must be its own. */
export async function expectCanary(tx: Tx, engine: string): Promise<void> {
  await tx.query(
    `update canary set after = least(after, app.now() + make_interval(mins => ${settlesMin})) where engine = $1`,
    [engine],
  );
}
