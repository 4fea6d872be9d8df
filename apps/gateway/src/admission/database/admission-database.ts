import { CONFIG, DATABASE, DatabaseBeside } from '@app/boot';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';

/**
 * Connections of admission alone: keys and idempotency. Routes, mails and gauges have the connections of the process, so
 * whatever holds all of those neither keeps a revoked key alive nor lets a keyed request run twice.
 */
@Injectable()
export class AdmissionDatabase extends DatabaseBeside {
  constructor(@Inject(CONFIG) config: { admissionPoolSize: number }, @Inject(DATABASE) shared: Database) {
    super(shared, { name: 'admission', poolSize: config.admissionPoolSize, own: 1 });
  }
}
