import { type Setting } from '@app/config';

export interface SettingsOf {
  title: string;
  about: string;
  settings: readonly Setting<unknown>[];
}

const head = `# Settings

Every service reads its settings from environment variables when it starts. A service that finds a variable it cannot
read does not start, and its log names each fault in a sentence. \`npm run settings\` writes this page from the services'
declarations; a spec fails when it differs.

A variable that is set and empty is one that is not set. \`npm start\` gives a service those of its own environment, and compose those of
\`deploy/.env\`, that stand in the service's tables; logins, addresses, ports and \`REPLICA\` they set themselves, compose also the version
and no \`NATS_CA_FILE\`, \`NATS_CREDENTIALS_FILE\` or \`NATS_TLS\`, since its NATS is not encrypted and knows users by their passwords. A secret
goes to the services that read it and to no other.

The chart sets the addresses, users, passwords, \`PUBLIC_URL\`, \`TRUSTED_PROXIES\`, the streams and the drain by values of their own
([helm](../helm/README.md)); everything else goes into \`services.<name>.env\`.
`;

/** docs/settings.md: a table for each part; a setting without a default is required. */
export function settingsPage(parts: readonly SettingsOf[]): string {
  return [head, ...parts.map(partOf)].join('\n');
}

function partOf({ title, about, settings }: SettingsOf): string {
  const rows = [...settings].sort((one, other) => (one.env < other.env ? -1 : 1)).map(rowOf);
  const table =
    rows.length === 0 ? [] : ['', '| Variable | Meaning | Accepted | Default |', '|---|---|---|---|', ...rows];
  return [`## ${title}`, '', about, ...table, ''].join('\n');
}

function rowOf({ env, meaning, unit, range, fallback, secret }: Setting<unknown>): string {
  const accepted = [range, unit].filter(Boolean).join(' ');
  const cells = [`\`${env}\``, `${meaning}${secret ? ' (secret: never logged)' : ''}`, accepted, defaultOf(fallback)];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function defaultOf(fallback: unknown): string {
  if (fallback === undefined) return 'required';
  if (fallback === '') return 'empty';
  return `\`${typeof fallback === 'string' ? fallback : JSON.stringify(fallback)}\``;
}
