import { documentsNodeOptions, listedSettings, passedSettings, setByCompose } from '@app/local';
import { roleOf, schemaOf, services, type Service } from '@app/servers';

const given = (name: string): string => `${name}: \${${name}:-}`;

/** What stands in compose.yaml for every service. */
function common(): string[] {
  return Object.keys(listedSettings.every)
    .filter((name) => !setByCompose.has(name))
    .map(given);
}

/** Its own login, its own password of the bus, and the settings that it alone reads. */
function linesOf(service: Service): string[] {
  const own = passedSettings(service, new Set([...setByCompose, ...Object.keys(listedSettings.every)]));
  const suffix = schemaOf(service).toUpperCase();
  return [
    '<<: *settings',
    `SERVICE: ${service}`,
    ...(service === 'documents'
      ? [`NODE_OPTIONS: ${documentsNodeOptions} # MiB: batches fill the default of 16 faster than they are done with`]
      : []),
    `DATABASE_URL: postgres://${roleOf(service)}@postgres:5432/judgment`,
    `PGPASSWORD: \${DATABASE_PASSWORD_${suffix}}`,
    'NATS_URL: nats://nats:4222',
    `NATS_USER: ${service}`,
    `NATS_PASSWORD: \${NATS_PASSWORD_${suffix}}`,
    'MASTER_KEY: ${MASTER_KEY:?set it in deploy/.env}',
    ...own.map(given),
  ];
}

/**
 * compose.yaml with the settings of every service and the environment of each written anew; nothing else is touched.
 * @throws Error when a service has no place for its environment
 */
export function withEnvironments(text: string): string {
  const parts = [
    { start: 'x-settings: &settings\n', indent: 2, lines: common() },
    ...services.map((service) => ({
      start: `  ${service}:\n    <<: *service\n    command: ['${service}']\n    environment:\n`,
      indent: 6,
      lines: linesOf(service),
    })),
  ];
  return parts.reduce((written, { start, indent, lines }) => {
    const from = written.indexOf(start);
    if (from < 0) throw new Error(`compose.yaml has no "${start}"`);
    const begin = from + start.length;
    const old = new RegExp(`^(?: {${indent}}.*\n)*`).exec(written.slice(begin))?.[0] ?? '';
    const block = lines.map((line) => `${' '.repeat(indent)}${line}\n`).join('');
    return written.slice(0, begin) + block + written.slice(begin + old.length);
  }, text);
}
