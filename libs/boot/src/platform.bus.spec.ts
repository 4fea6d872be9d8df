import { emptySchema } from '@app/persistence';
import { freshSchema, serviceEnvironment } from '@app/testing';
import { openPlatform } from './platform';

const schema = { service: 'billing' as const, settings: {}, sql: emptySchema };
const env = serviceEnvironment(schema.service);

describe('two processes of one service', () => {
  it('with the same replica and process id never hold one lease together [defect S-M3]', async () => {
    await freshSchema(schema);
    const [one, other] = [await openPlatform(schema, env), await openPlatform(schema, env)];
    try {
      expect(await one.leases.take('role', 60)).not.toBeNull();
      expect(await other.leases.take('role', 60)).toBeNull();
    } finally {
      for (const platform of [one, other]) {
        await platform.bus.drain();
        await platform.close();
      }
    }
  });
});
