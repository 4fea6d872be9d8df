import type { EngineView } from '@app/contracts/engines';
import { renderEngines } from './engines';
import type { Ready } from './ready-file';

type Started = Pick<Ready, 'base_url' | 'api_key' | 'sign_in_link' | 'example' | 'example_namespace'>;

/** What is printed once requests are answered. */
export function renderSummary(started: Started, engines: readonly EngineView[], env: NodeJS.ProcessEnv): string {
  const { base_url: base, api_key: key, example, example_namespace: namespace } = started;
  const origin = base.replace(/\/v1$/, '');
  return [
    '',
    `Base address  ${base}`,
    `API key       ${key}`,
    `Guides        ${origin}/docs, with the API reference; ${origin}/openapi.json`,
    ...renderEngines(engines, env),
    '',
    'Try next:',
    namespace ? query(started, namespace) : `  ${curl(key)} ${base}/namespaces`,
    `  ${curl(key)} '${base}/events?limit=3'`,
    'A webhook receiver to begin with: examples/receiver.mjs',
    '',
    'Ctrl-C stops everything; "npm start" goes on where it was.',
    ...(example === 'judging' ? ['The example is judged from here on, while the service answers.'] : []),
    '',
    ...dashboard(started),
  ].join('\n');
}

/** What is printed once the example is judged. */
export function renderJudged(started: Started, namespace: string): string {
  return ['', 'The example is judged. Read it:', query(started, namespace), '', ...dashboard(started)].join('\n');
}

function curl(key: string): string {
  return `curl -H 'Authorization: Bearer ${key}'`;
}

function query({ base_url: base, api_key: key }: Started, namespace: string): string {
  const body = `-H 'Content-Type: application/json' -d '{"limit":3}'`;
  return `  ${curl(key)} ${body} ${base}/namespaces/${encodeURIComponent(namespace)}/query`;
}

/** Last, so that it stands where a visitor looks when everything has been printed. */
function dashboard({ sign_in_link: link }: Started): string[] {
  return [
    `Dashboard     ${link}`,
    '              (one use, 1 h; npm run operator -- org sign-in-link --org acme --email owner@acme.example for another)',
  ];
}
