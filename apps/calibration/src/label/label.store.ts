import { DATABASE } from '@app/boot';
import { Database, Named } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LabelRow } from './label-set';
import { Place } from '../judgment/judgment';
import { LabelFilter } from './label-filter';

/** Labels of one page: what is in memory at once beside the columns. */
const pageSize = 5_000;

/** Which labels of a version. */
export interface LabelQuery {
  place: Place;
  version: number;
  filter: LabelFilter;
  /** Prefixes whose namespaces stay out. */
  without: string[];
}

/** Labels that are alike, counted. */
export interface LabelTally {
  engine_version: string | null;
  source: string;
  hindsight: boolean;
  /** Taken by the filter. */
  kept: boolean;
  /** Under a prefix that stays out. */
  spared: boolean;
  n: number;
  last_judged_at: Date;
}

/** Label rows of an epoch, whether or not they count. */
export interface SeenLabels {
  engine_version: string | null;
  n: number;
  changed_at: Date;
}

export interface OutcomeTally {
  /** Outcomes that label no answer. */
  unmatched: number;
  /** Labels, of which one answer may have several. */
  labels: number;
}

/** One page of one epoch, by answer. Of two labels on one answer the later-observed counts; what is filtered out has counted in that choice already. */
const page: Named = {
  name: 'label-page',
  text: `
    select answer_id, namespace, document, value, escape, source, hindsight, observed_at, judged_at, engine_version,
      number, escape_p, dist, weight from (
      select distinct on (answer_id) * from outcome
      where organization = $1 and judgment_id = $2 and version = $5 and answer_id > $10
        and ($3::text is null or namespace = $3) and ($4::text is null or starts_with(namespace, $4))
        and not exists (select from unnest($9::text[]) prefix where starts_with(namespace, prefix))
        and ($12::float8 is null or abs(hashtext(answer_id)::bigint) < $12 * 2147483648)
      order by answer_id, observed_at desc, id desc) label
    where source = any($6) and ($7::timestamptz is null or observed_at >= $7)
      and ($8::timestamptz is null or observed_at < $8) and engine_version is not distinct from $11
    order by answer_id limit ${pageSize}`,
};

const tally: Named = {
  name: 'label-tally',
  text: `
    select engine_version, source, hindsight, n::int, last_judged_at, kept, spared from (
      select engine_version, source, hindsight, count(*) as n, max(judged_at) as last_judged_at,
        source = any($6) and ($7::timestamptz is null or observed_at >= $7)
          and ($8::timestamptz is null or observed_at < $8) as kept,
        exists (select from unnest($9::text[]) prefix where starts_with(namespace, prefix)) as spared
      from (
        select distinct on (answer_id) engine_version, source, hindsight, observed_at, judged_at, namespace from outcome
        where organization = $1 and judgment_id = $2 and version = $5 and answer_id is not null
          and ($3::text is null or namespace = $3) and ($4::text is null or starts_with(namespace, $4))
        order by answer_id, observed_at desc, id desc) label
      group by engine_version, source, hindsight, kept, spared) counted`,
};

const outcomes: Named = {
  name: 'label-outcomes',
  text: `
    select count(*) filter (where answer_id is null)::int as unmatched,
      count(*) filter (where answer_id is not null and version = $5)::int as labels
    from outcome where organization = $1 and judgment_id = $2
      and ($3::text is null or namespace = $3) and ($4::text is null or starts_with(namespace, $4))`,
};

/** Labels of an epoch as a night's work is decided by: how many, and when one last changed. */
const seen: Named = {
  name: 'label-seen',
  text: `
    select engine_version, count(*)::int as n, date_trunc('milliseconds', max(changed_at)) as changed_at from outcome
    where organization = $1 and judgment_id = $2 and version = $5 and answer_id is not null
      and ($3::text is null or namespace = $3) and ($4::text is null or starts_with(namespace, $4))
    group by engine_version`,
};

/** Labels of a judgment, page by page. */
@Injectable()
export class LabelStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async tally(query: LabelQuery): Promise<LabelTally[]> {
    const { rows } = await this.database.query<LabelTally>(tally, [...whereOf(query), query.without]);
    return rows;
  }

  async outcomes({ place, version }: LabelQuery): Promise<OutcomeTally> {
    const { organization, judgmentId, namespace, under } = place;
    const { rows } = await this.database.query<OutcomeTally>(outcomes, [
      ...[organization, judgmentId, namespace, under],
      version,
    ]);
    return rows[0];
  }

  async seen({ place, version }: LabelQuery): Promise<SeenLabels[]> {
    const { organization, judgmentId, namespace, under } = place;
    const { rows } = await this.database.query<SeenLabels>(seen, [
      ...[organization, judgmentId, namespace, under],
      version,
    ]);
    return rows;
  }

  /**
   * Labels of one epoch in the order of their answers' ids.
   * @param share of the answers to take, in (0, 1), always the same ones; null takes all
   */
  async *stream(query: LabelQuery, epoch: string | null, share: number | null): AsyncGenerator<LabelRow[]> {
    for (let after = ''; ;) {
      const { rows } = await this.database.query<LabelRow>(page, [
        ...whereOf(query),
        ...[query.without, after, epoch, share],
      ]);
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (!last || rows.length < pageSize) return;
      after = last.answer_id;
    }
  }
}

function whereOf({ place, version, filter }: LabelQuery): unknown[] {
  const { organization, judgmentId, namespace, under } = place;
  return [organization, judgmentId, namespace, under, version, filter.sources, filter.since, filter.until];
}
