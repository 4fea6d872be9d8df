import type { EngineView } from '@app/contracts';
import { renderEngines } from './engines';

interface Started {
  baseUrl: string;
  apiKey: string;
  /** Signs the first owner in once. */
  signInLink: string;
  /** Of the example, when it was judged. */
  namespace: string | undefined;
  engines: readonly EngineView[];
}

/** What is printed once everything runs. */
export function renderSummary({ baseUrl, apiKey, signInLink, namespace, engines }: Started): string {
  const origin = baseUrl.replace(/\/v1$/, '');
  const curl = `curl -H 'Authorization: Bearer ${apiKey}'`;
  const body = `-H 'Content-Type: application/json' -d '{"limit":3}'`;
  return [
    '',
    `Base address  ${baseUrl}`,
    `API key       ${apiKey}`,
    `API pages     ${origin}/docs and ${origin}/openapi.json`,
    ...renderEngines(engines),
    '',
    'Try next:',
    namespace
      ? `  ${curl} ${body} ${baseUrl}/namespaces/${encodeURIComponent(namespace)}/query`
      : `  ${curl} ${baseUrl}/namespaces`,
    `  ${curl} '${baseUrl}/events?limit=3'`,
    'A webhook receiver to begin with: examples/receiver.mjs',
    '',
    'Ctrl-C stops everything; "npm start" goes on where it was.',
    '',
    // Last, so that it stands where a visitor looks when everything has been printed.
    `Dashboard     ${signInLink}`,
    '              (one use, 1 h; npm run org -- sign-in-link --org acme --email owner@acme.example for another)',
  ].join('\n');
}
