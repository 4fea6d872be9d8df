import { dropJobFailuresV1, jobFailuresV1 } from '@app/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * Why: a job that fails by a defect of ours is given up after some tries instead of failing for ever.
 * Locks: jobs wait a moment. Way back: `down` drops the count.
 */
export class JobFailures1790000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(jobFailuresV1);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropJobFailuresV1);
  }
}
