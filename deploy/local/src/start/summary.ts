import type { EngineView } from '@app/contracts';
import { renderEngines } from './engines';

/**
 * What is printed once everything runs.
 * @param namespace of the example, when it was judged
 */
export function renderSummary(
  baseUrl: string,
  apiKey: string,
  namespace: string | undefined,
  engines: readonly EngineView[],
): string {
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
  ].join('\n');
}
