import { DATABASE } from '@app/boot';
import type { Applied, FitMade } from '@app/contracts/documents';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { applyCombiner } from './combiner.store';

/** Keeps the weights that calibration announces for composites. After the reply every new answer is combined by them. */
@Injectable()
export class CombinerHandler {
  constructor(@Inject(DATABASE) private readonly db: Database) {}

  async applyFit(fact: FitMade): Promise<Applied> {
    await applyCombiner(this.db, fact);
    return { applied: true };
  }
}
