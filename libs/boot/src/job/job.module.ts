import { JobOwner } from '@app/contracts/jobs';
import { Database, Jobs } from '@app/persistence';
import { DynamicModule, Module } from '@nestjs/common';
import { DATABASE } from '../tokens';
import { Cancelling, JobHandler } from './job.handler';

/** Gives a service its own jobs, and the handler of requests about them. */
@Module({})
export class JobModule {
  static of(owner: JobOwner, cancelling: Cancelling): DynamicModule {
    return {
      module: JobModule,
      providers: [
        { provide: Jobs, inject: [DATABASE], useFactory: (database: Database) => new Jobs(database, owner) },
        { provide: JobHandler, inject: [Jobs], useFactory: (jobs: Jobs) => new JobHandler(jobs, cancelling) },
      ],
      exports: [Jobs, JobHandler],
    };
  }
}
