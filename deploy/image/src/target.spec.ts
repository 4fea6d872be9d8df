import { services, type Service } from '@app/servers';
import { byDatabase, targetsOf, type ServicePlace } from './target';

const admin = 'postgres://root:x@db:5432/postgres';
const common = { adminUrl: admin, databaseUrl: '' };
function placesOf(own: Partial<Record<Service, Partial<ServicePlace>>> = {}): Map<Service, ServicePlace> {
  const place = { databaseUrl: '', adminUrl: '' };
  return new Map(services.map((service) => [service, { password: `of ${service}`, ...place, ...own[service] }]));
}

describe('the databases of set-up', () => {
  it('are one for all services, with a role and a schema each', () => {
    const targets = targetsOf(common, placesOf());
    expect(targets.map(({ service }) => service)).toEqual(services);
    expect(targets[2]).toEqual({
      service: 'engine-broker',
      account: { schema: 'engine_broker', role: 'svc_engine_broker', password: 'of engine-broker' },
      adminUrl: admin,
      url: admin,
      database: 'judgment',
    });
    expect(byDatabase(targets)).toEqual([targets]);
  });

  it('may be one of a service alone, with a role of its own, prepared or not', () => {
    const documents = { databaseUrl: 'postgres://docs@big:5433/d1?sslmode=verify-full', adminUrl: '' };
    const billing = { databaseUrl: 'postgres://small/b1', adminUrl: 'postgres://root@small/postgres' };
    const targets = targetsOf(common, placesOf({ documents, billing }));
    const of = (wanted: Service) => targets.find(({ service }) => service === wanted);
    expect(of('documents')).toMatchObject({
      account: { schema: 'documents', role: 'docs' },
      adminUrl: '',
      url: documents.databaseUrl,
      database: 'd1',
    });
    expect(of('billing')).toMatchObject({
      account: { role: 'svc_billing' },
      adminUrl: billing.adminUrl,
      database: 'b1',
    });
    expect(byDatabase(targets).map((group) => group.map(({ service }) => service))).toEqual([
      ['documents'],
      services.filter((service) => service !== 'documents' && service !== 'billing'),
      ['billing'],
    ]);
  });

  it('need no common address when every service has its own', () => {
    const none = { adminUrl: '', databaseUrl: '' };
    const own = Object.fromEntries(services.map((one) => [one, { databaseUrl: `postgres://${one}/judgment` }]));
    expect(byDatabase(targetsOf(none, placesOf(own)))).toHaveLength(services.length);
    expect(() => targetsOf(none, placesOf({ ...own, gateway: {} }))).toThrow(
      /DATABASE_ADMIN_URL and DATABASE_URL are missing/,
    );
  });
});
