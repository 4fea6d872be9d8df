import { DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import { HeldFound } from '@app/contracts/documents';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { readTotalsOf } from './meter.store';

/** Shows what an organization holds, by the figures that its quotas count. */
@Injectable()
export class HeldHandler {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  read({ who }: Call): Promise<HeldFound> {
    return readTotalsOf(this.database, who.organization);
  }
}
