import { ServiceRoom } from '@app/boot';
import { commonTablesV1, dropCommonTablesV1 } from '@app/persistence';
import { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables that every service has, and nothing else: the outbox is what is measured. */
class Producer1790000000001 implements MigrationInterface {
  readonly name = 'Producer1790000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(commonTablesV1);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropCommonTablesV1);
  }
}

/** A service that only raises events, in the room and with the bus user of one that may. */
export const producerRoom: ServiceRoom = {
  service: 'calibration',
  settings: {},
  entities: [],
  migrations: [Producer1790000000001],
};
