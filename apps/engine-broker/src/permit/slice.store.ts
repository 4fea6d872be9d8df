import { DATABASE } from '@app/boot';
import { Database, literal } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { sliceCount } from './share';

/** Who holds: the replica's name, and this very process. */
export interface Holder {
  holder: string;
  process: string;
}

const make = `insert into permit_slice (engine, slice)
  select $1, slice from generate_series(0, ${sliceCount - 1}) as slice on conflict do nothing`;
/** What a statement changes it does not see: this replica is among those that live whatever its row said before. */
const announce = {
  name: 'replica-seen',
  text: `with seen as (
           insert into replica (holder, process, until) values ($1, $2, app.now() + make_interval(secs => $3))
           on conflict (holder) do update set process = $2, until = app.now() + make_interval(secs => $3))
         select holder from replica where until > app.now() and holder <> $1 union all select $1 order by holder`,
};
/** Select that finds a row when other replicas live than these. */
const others = (known: readonly string[]): string =>
  `select from replica where until > app.now()
   having coalesce(json_agg(holder order by holder), '[]')::jsonb <> ${literal(JSON.stringify(known))}`;
// A restarted replica has the name of its predecessor, whose connections ended with it.
const hold = {
  name: 'slice-hold',
  text: `update permit_slice s set holder = $2, process = $3, until = app.now() + make_interval(secs => $4)
         from unnest($1::text[]) as e(engine) cross join lateral (
           select slice from permit_slice
           where engine = e.engine and (holder is null or holder = $2 or until < app.now())
           order by holder is distinct from $2, slice limit $5 for update skip locked) mine
         where s.engine = e.engine and s.slice = mine.slice returning s.engine, s.slice`,
};
const giveBack = {
  name: 'slice-give-back',
  text: `update permit_slice set holder = null, process = null, until = null
         where engine = $1 and process = $2 and slice = any($3::int[])`,
};

/** The eight parts of each engine's limits, by lease. */
@Injectable()
export class SliceStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async make(engine: string): Promise<void> {
    await this.database.query(make, [engine]);
  }

  /** Says that this replica lives. @returns all that do, in one order for everyone */
  async announce({ holder, process }: Holder, seconds: number): Promise<string[]> {
    const { rows } = await this.database.query<{ holder: string }>(announce, [holder, process, seconds]);
    return rows.map((row) => row.holder);
  }

  /** Whether other replicas live than those that an announcement found. */
  haveReplicasChanged(known: readonly string[]): Promise<boolean> {
    return this.database.finds(others(known));
  }

  /**
   * Renews what is held and takes what is free, up to `count` of each engine.
   * @returns the slices of each engine held from now for that long
   */
  async hold(
    engines: readonly string[],
    { holder, process }: Holder,
    seconds: number,
    count: number,
  ): Promise<Map<string, number[]>> {
    const values = [engines, holder, process, seconds, count];
    const { rows } = await this.database.query<{ engine: string; slice: number }>(hold, values);
    const slicesOf = (name: string) => rows.filter(({ engine }) => engine === name).map(({ slice }) => slice);
    return new Map(engines.map((name) => [name, slicesOf(name).sort((a, b) => a - b)]));
  }

  async giveBack(engine: string, { process }: Holder, slices: number[]): Promise<void> {
    await this.database.query(giveBack, [engine, process, slices]);
  }

  async leave({ process }: Holder): Promise<void> {
    await this.database.query(
      'update permit_slice set holder = null, process = null, until = null where process = $1',
      [process],
    );
    await this.database.query('delete from replica where process = $1', [process]);
  }
}
