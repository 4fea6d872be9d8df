import { DATABASE } from '@app/boot';
import { RepeatabilityView } from '@app/contracts/calibration';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Judgment } from '../judgment/judgment';
import { findResult } from './run.store';

/** What the last run of a judgment found. */
@Injectable()
export class RepeatResultService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** @param epoch of the report; without labels it has none, and the newest run of the version is shown */
  async read(organization: string, judgment: Judgment, epoch: string | null): Promise<RepeatabilityView | null> {
    const { judgment_id, scope, active_version: version } = judgment;
    return findResult(this.database, { organization, judgment_id, scope, version }, epoch);
  }
}
