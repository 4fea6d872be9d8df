import { DATABASE } from '@app/boot';
import { Database, Named } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Place } from '../judgment/judgment';
import { LabelRow } from './report';

/** Of two labels on one answer the later-observed counts; what is filtered out has counted in that choice already. */
const labels: Named = {
  name: 'report-labels',
  text: `
    select value, escape, source, hindsight, engine_version, number, escape_p, dist from (
      select distinct on (answer_id) * from outcome
      where organization = $1 and judgment_id = $2 and version = $5 and answer_id is not null
        and ($3::text is null or namespace = $3) and ($4::text is null or starts_with(namespace, $4))
      order by answer_id, observed_at desc, id desc) label
    where source = any($6) and ($7::timestamptz is null or observed_at >= $7)
      and ($8::timestamptz is null or observed_at < $8)`,
};

@Injectable()
export class ReportStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Labels of one version; `since` inclusive, `until` exclusive, by when it was observed. */
  async labels(
    { organization, judgmentId, namespace, under }: Place,
    version: number,
    filter: { sources: string[]; since: string | null; until: string | null },
  ): Promise<LabelRow[]> {
    const { rows } = await this.database.query<LabelRow>(labels, [
      organization,
      judgmentId,
      namespace,
      under,
      version,
      filter.sources,
      filter.since,
      filter.until,
    ]);
    return rows;
  }
}
