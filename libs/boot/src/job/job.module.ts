import { JobOwner } from '@app/contracts/jobs';
import type { Logger } from '@app/observability';
import { Database, Jobs } from '@app/persistence';
import { DynamicModule, Module } from '@nestjs/common';
import { DATABASE, LOGGER } from '../tokens';
import { Cancelling, JobHandler } from './job.handler';
import { logJob } from './job-line';

/** Gives a service its own jobs, and the handler of requests about them. */
@Module({})
export class JobModule {
  static of(owner: JobOwner, cancelling: Cancelling): DynamicModule {
    return {
      module: JobModule,
      providers: [
        {
          provide: Jobs,
          inject: [DATABASE, LOGGER],
          useFactory: (database: Database, logger: Logger) => new Jobs(database, owner, (job) => logJob(logger, job)),
        },
        { provide: JobHandler, inject: [Jobs], useFactory: (jobs: Jobs) => new JobHandler(jobs, cancelling) },
      ],
      exports: [Jobs, JobHandler],
    };
  }
}
