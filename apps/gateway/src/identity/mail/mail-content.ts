import { EndpointFacts } from '@app/contracts/webhooks';
import { MailContent } from './mail';

/** A change of an endpoint's health, as the mail reports it. */
export interface EndpointNews {
  change: 'failing' | 'disabled';
  endpoint: Pick<EndpointFacts, 'id' | 'url' | 'description' | 'failing_since'>;
  /** The latest failure, with the error names of the deliveries log; null when the event does not have it. */
  lastError: { error: string; status_code: number | null } | null;
  /** Name of the organization. */
  organization: string;
  /** Address at which clients reach the API, without a slash at its end. */
  publicUrl: string;
}

const maxNameCharacters = 80;
const hourMs = 60 * 60 * 1000;

const errorMeanings: Record<string, string> = {
  timeout: 'it did not answer in time',
  dns: 'its name could not be resolved',
  tls: 'no trusted TLS connection could be made',
  connect: 'the connection could not be made or broke',
  blocked_address: 'its name leads to an address that webhooks are not sent to',
  http_status: 'it answered with a status that is not 2xx',
};

/**
 * The mail about a change of an endpoint's health. It shows only the origin of the endpoint's URL, since paths and queries
 * carry keys.
 * @see docs/contract.md#mails
 */
export function contentOf(news: EndpointNews): MailContent {
  const { change, endpoint, organization } = news;
  const { origin } = new URL(endpoint.url);
  const name = nameOf(endpoint.description) ?? origin;
  const since = endpoint.failing_since;
  const subject = `Webhook endpoint ${name} is ${change}`;
  const blocks: Block[] = [
    {
      line: `The webhook endpoint ${name} of ${organization} is ${change}: no delivery to it has succeeded${since ? ` since ${shown(since)}` : ' for days'}.`,
    },
    { line: consequences[change] },
    { facts: factsOf(news, origin) },
    ...remedyOf(news),
  ];
  return composed(subject, blocks);
}

/** A mail of these blocks, as text and as a page. */
export function composed(subject: string, blocks: Block[]): MailContent {
  return { subject, text: `${blocks.map(asText).join('\n\n')}\n`, html: htmlOf(subject, blocks) };
}

const consequences = {
  failing:
    'Deliveries and retries go on. One successful delivery makes it active again; five days without one disable it.',
  disabled:
    'Nothing more is sent to it. Pending deliveries were skipped; new events are still recorded in the feed and in its log.',
};

/** A paragraph, a list of named facts, or a request for the reader to send. */
export type Block = { line: string } | { facts: [name: string, value: string, link?: string][] } | { code: string };

function factsOf({ endpoint, lastError, publicUrl }: EndpointNews, origin: string): [string, string, string?][] {
  const log = `${publicUrl}/v1/webhook-endpoints/${endpoint.id}/deliveries`;
  return [
    ['Endpoint', `${endpoint.id} at ${origin}`],
    ...(endpoint.failing_since ? [['Failing since', shown(endpoint.failing_since)] as [string, string]] : []),
    ...(lastError ? [['Last error', errorOf(lastError)] as [string, string]] : []),
    ['Deliveries log', log, log],
  ];
}

function remedyOf({ change, endpoint, publicUrl }: EndpointNews): Block[] {
  const path = `${publicUrl}/v1/webhook-endpoints/${endpoint.id}`;
  const since = endpoint.failing_since;
  const enable: Block[] = [
    { line: 'Mend the receiver, then enable the endpoint with a read_write key:' },
    { code: `PATCH ${path}\n{"enabled": true}` },
  ];
  if (!since) return change === 'disabled' ? enable : [];
  // An hour earlier, because the first failed delivery was queued before its attempt ended.
  const missedSince = new Date(Date.parse(since) - hourMs).toISOString();
  const recover = `POST ${path}/recover\n${JSON.stringify({ since: missedSince })}`;
  const first: Block[] = change === 'disabled' ? enable : [];
  const when = change === 'disabled' ? 'Then have' : 'Once the receiver is mended, have';
  return [...first, { line: `${when} the deliveries sent again that were missed:` }, { code: recover }];
}

function errorOf({ error, status_code: status }: NonNullable<EndpointNews['lastError']>): string {
  const meaning = errorMeanings[error];
  const detail = [meaning, status === null ? null : `HTTP ${status}`].filter((part) => part).join(', ');
  return detail ? `${error} (${detail})` : error;
}

/** A description in quotes, on one line and at most 80 characters long; null when it is empty. */
function nameOf(description: string | null): string | null {
  const words = (description ?? '').replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  const characters = [...words];
  if (characters.length === 0) return null;
  const cut = characters.length > maxNameCharacters ? `${characters.slice(0, maxNameCharacters).join('')}…` : words;
  return `"${cut}"`;
}

function shown(timestamp: string): string {
  return `${new Date(timestamp).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function asText(block: Block): string {
  if ('line' in block) return block.line;
  if ('facts' in block) return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return block.code.replaceAll(/^/gm, '    ');
}

function htmlOf(subject: string, blocks: Block[]): string {
  const title = `<title>${escaped(subject)}</title>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${title}</head><body>${blocks.map(asHtml).join('')}</body></html>\n`;
}

function asHtml(block: Block): string {
  if ('line' in block) return `<p>${escaped(block.line)}</p>`;
  if ('code' in block) return `<pre>${escaped(block.code)}</pre>`;
  const rows = block.facts.map(([name, value, link]) => {
    const shownValue = link ? `<a href="${escaped(link)}">${escaped(value)}</a>` : escaped(value);
    return `<li>${escaped(name)}: ${shownValue}</li>`;
  });
  return `<ul>${rows.join('')}</ul>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]);
}
