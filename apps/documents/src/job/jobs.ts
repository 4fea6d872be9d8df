import { DATABASE } from '@app/boot';
import { Database, JobFailures, Jobs } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';

/** documents' own jobs; `d` stands in their ids. */
@Injectable()
export class DocumentJobs extends Jobs {
  readonly failures: JobFailures;
  private woken: () => void = () => undefined;

  constructor(@Inject(DATABASE) database: Database) {
    super(database, 'd');
    this.failures = new JobFailures(database, this);
  }

  onWake(work: () => void): void {
    this.woken = work;
  }

  /** There is a job to claim. */
  wake(): void {
    this.woken();
  }
}
