import { DATABASE, METRICS } from '@app/boot';
import { webhooksMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';

interface BacklogRow {
  overdue: number | null;
  oldest: number | null;
  pending: number;
}

const read = {
  name: 'backlog-read',
  text: `select
      (select extract(epoch from app.now() - min(due_at))::float8 from endpoint_turn
        where due_at <= app.now() and (paused_until is null or paused_until <= app.now())) as overdue,
      extract(epoch from app.now() - min(created_at))::float8 as oldest, count(*)::int as pending
    from delivery where status = 'pending'`,
};

/** Metrics of how far sending is behind. */
@Injectable()
export class BacklogService {
  constructor(@Inject(DATABASE) database: Database, @Inject(METRICS) metrics: Metrics) {
    const { overdue, oldest, pending } = webhooksMetrics;
    metrics.measuredTogether({ overdue, oldest, pending }, async () => {
      const { rows } = await database.query<BacklogRow>(read);
      return { overdue: rows[0].overdue ?? 0, oldest: rows[0].oldest ?? 0, pending: rows[0].pending };
    });
  }
}
