import { passedSettings, setByCompose } from '@app/local';
import { services, type Service } from '@app/servers';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { workspaceRoot } from '../workspace';
import { withEnvironments } from './compose';
import { foreignSecrets } from './foreign-secrets';

const file = join(workspaceRoot, 'deploy/compose.yaml');

type Environments = Record<Service, { environment: Record<string, string> }>;

function environmentsIn(text: string): Environments {
  return (parse(text, { merge: true }) as { services: Environments }).services;
}

it('compose gives each service what docs/settings.md lists for it', () => {
  const text = readFileSync(file, 'utf8');
  const wanted = withEnvironments(text);
  if (process.env['WRITE_SETTINGS']) writeFileSync(file, wanted);
  else if (text !== wanted) throw new Error('deploy/compose.yaml differs: run "npm run settings".');
  for (const service of services) {
    const { environment } = environmentsIn(wanted)[service];
    const names = passedSettings(service, setByCompose);
    expect(names.filter((name) => environment[name] !== `\${${name}:-}`)).toEqual([]);
  }
});

describe('a service of compose', () => {
  const text = withEnvironments(readFileSync(file, 'utf8'));
  const foreignIn = (written: string) =>
    services.flatMap((service) => foreignSecrets(service, environmentsIn(written)[service].environment));

  it('gets no secret that is not its own', () => {
    expect(foreignIn(text)).toEqual([]);
  });

  it.each([
    ["another service's password of the bus", '${NATS_PASSWORD_BILLING}', '${NATS_PASSWORD_GATEWAY}'],
    [
      "another service's password of Postgres",
      'PGPASSWORD: ${DATABASE_PASSWORD_BILLING}',
      'PGPASSWORD: ${DATABASE_PASSWORD_DOCUMENTS}',
    ],
    [
      "the administrator's password",
      'PGPASSWORD: ${DATABASE_PASSWORD_BILLING}',
      'PGPASSWORD: ${DATABASE_ADMIN_PASSWORD}',
    ],
    ['a key that another service reads', 'PRICES: ${PRICES:-}', 'PRICES: ${ENGINE_JEV_KEY:-}'],
    ['a secret under another name', 'SERVICE: billing', 'SERVICE: ${SMTP_URL:-}'],
  ])('that gets %s is found', (_what, right, planted) => {
    const at = text.indexOf("command: ['billing']");
    expect(text.indexOf(right, at)).toBeGreaterThan(at);
    const wrong = text.slice(0, at) + text.slice(at).replace(right, planted);
    const name = /\{(\w+)/.exec(planted)?.[1];
    expect(foreignIn(wrong)).toEqual([`billing: ${name}`]);
  });
});
