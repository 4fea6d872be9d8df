import { type Manifest, podsOf } from './manifest';
import { helm, render } from './render';
import { valueSets } from './value-sets';

describe('a Postgres of a service alone', () => {
  let manifests: Manifest[];
  beforeAll(() => {
    manifests = render(valueSets['postgres-per-service']);
  }, 300_000);
  const envOf = (ending: string) => {
    const one = podsOf(manifests).find(({ manifest }) => manifest.metadata.name.includes(ending));
    return new Map(one?.pod.containers[0]?.env?.map(({ name, ...rest }) => [name, rest]));
  };
  const key = (name: string, key: string) => ({ valueFrom: { secretKeyRef: { name, key } } });

  it('is the one that the service connects to, with its own role, database and Secret', () => {
    expect(envOf('-documents').get('DATABASE_URL')?.value).toBe(
      'postgres://svc_documents@documents-rw.databases.svc:5432/judgment?sslmode=verify-full',
    );
    expect(envOf('-judgments').get('DATABASE_URL')?.value).toBe(
      'postgres://answers_owner@judgments-rw.databases.svc:5433/answers?sslmode=verify-full',
    );
    expect(envOf('-judgments').get('PGPASSWORD')).toEqual(key('judgments-database', 'password'));
    expect(envOf('-billing').get('DATABASE_URL')?.value).toContain('svc_billing@judgment-rw.databases.svc');
    expect(envOf('-billing').get('PGPASSWORD')).toEqual(key('judgment-database', 'billing'));
  });

  it('is prepared by set-up where its values say so, and migrated in any case', () => {
    const env = envOf('-setup');
    expect(env.get('DATABASE_ADMIN_URL_DOCUMENTS')).toEqual(key('documents-database', 'admin-url'));
    expect(env.get('DATABASE_PASSWORD_JUDGMENTS')).toEqual(key('judgments-database', 'password'));
    expect(env.get('DATABASE_URL_JUDGMENTS')).toEqual(envOf('-judgments').get('DATABASE_URL'));
    expect(env.has('DATABASE_ADMIN_URL_JUDGMENTS')).toBe(false);
    expect(env.has('DATABASE_URL_BILLING')).toBe(false);
    // An administrator made the roles of the common one.
    expect(env.has('DATABASE_ADMIN_URL')).toBe(false);
    expect(env.get('DATABASE_URL')?.value).toContain('//judgment-rw.databases.svc:5432/judgment');
  });

  it('is what its service may reach', () => {
    const portsOf = (ending: string) =>
      manifests
        .find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name.endsWith(ending))
        ?.spec?.egress?.flatMap(({ ports = [] }) => ports.map(({ port }) => port));
    expect(portsOf('-judgments')).toEqual([53, 53, 5433, 4222]);
    expect(portsOf('-billing')).toEqual([53, 53, 5432, 4222]);
  });

  it('may be that of every service, and then no common one is asked for', () => {
    const names = podsOf(render(valueSets.production)).flatMap(({ manifest, pod }) =>
      manifest.kind === 'Deployment' ? [pod.containers[0]?.name] : [],
    );
    const own = names.flatMap((name) => [
      `services.${name}.postgres.host=${name}.db`,
      `services.${name}.postgres.secret=x`,
    ]);
    const flags = ['postgres.bundled.enabled=false', ...own].flatMap((value) => ['--set', value]);
    const { status, stdout, stderr } = helm('template', 'judgments', 'helm', ...flags);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).not.toContain('name: DATABASE_ADMIN_URL');
    expect(stdout).toContain('postgres://svc_gateway@gateway.db:5432/judgment');
  });
});
