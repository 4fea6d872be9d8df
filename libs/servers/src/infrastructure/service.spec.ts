import { schemaNameOf, services as declared } from '@app/contracts';
import { databaseUrl, serviceAccounts } from './postgres/database';
import { schemaOf, services } from './service';

describe('services', () => {
  // Listed twice, because Jest's set-up reads this folder and cannot resolve the contracts' alias.
  it('are those of the contracts, with the same schemas', () => {
    expect([...services].sort()).toEqual([...declared].sort());
    for (const service of services) expect(schemaOf(service)).toBe(schemaNameOf(service));
  });

  it('each have an address with their own role', () => {
    const broker = serviceAccounts((service) => `p/${service}`)[services.indexOf('engine-broker')];
    expect(databaseUrl('postgres://postgres:x@127.0.0.1:5000/postgres', broker)).toBe(
      'postgres://svc_engine_broker:p%2Fengine-broker@127.0.0.1:5000/judgment',
    );
  });
});
