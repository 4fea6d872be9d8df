import { scopePattern, scopeWithin } from '@app/contracts';
import { EndpointBody, EndpointPatchBody } from '@app/contracts/webhooks';
import { checkUrl } from '@app/egress';
import { Problem, invalid } from '@app/problem';
import { checkEvents } from '../coverage/coverage';
import { EndpointSettings } from './endpoint';

const maxDescription = 256;

/**
 * The settings of a new endpoint.
 * @param keyScope scope of the key that creates it, and its default prefix
 * @throws Problem `invalid_request` for a bad member; `forbidden` for a prefix outside the key's scope
 */
export function settingsOf(body: EndpointBody, keyScope: string): EndpointSettings {
  return {
    url: checkUrl(body.url),
    events: eventsOf(body.events ?? []),
    namespacePrefix: prefixOf(body.namespace_prefix ?? keyScope, keyScope),
    description: descriptionOf(body.description ?? null),
    maxPerSecond: rateOf(body.max_per_second ?? null),
  };
}

/**
 * The settings after a merge patch: a member left out keeps its value, null resets it to its default.
 * @throws as `settingsOf` does
 */
export function patchSettings(now: EndpointSettings, patch: EndpointPatchBody, keyScope: string): EndpointSettings {
  const { url, events, namespace_prefix: prefix, description, max_per_second: rate } = patch;
  return {
    url: url === undefined ? now.url : checkUrl(url),
    events: events === undefined ? now.events : eventsOf(events ?? []),
    namespacePrefix: prefix === undefined ? now.namespacePrefix : prefixOf(prefix ?? keyScope, keyScope),
    description: description === undefined ? now.description : descriptionOf(description),
    maxPerSecond: rate === undefined ? now.maxPerSecond : rateOf(rate),
  };
}

function eventsOf(patterns: string[]): string[] {
  checkEvents(patterns);
  return patterns;
}

function prefixOf(prefix: string, keyScope: string): string {
  if (!scopePattern.test(prefix)) {
    const message = 'Send `*`, a namespace, or a prefix that ends in `/`, `/*` or `*`.';
    throw invalid('bad_namespace', '/namespace_prefix', message);
  }
  if (!scopeWithin(prefix, keyScope)) {
    const message = `\`namespace_prefix\` reaches outside this key's scope \`${keyScope}\`; choose one within it.`;
    throw new Problem('forbidden', message, { path: '/namespace_prefix' });
  }
  return prefix;
}

function descriptionOf(text: string | null): string | null {
  // Counts characters, since `length` would count UTF-16 units.
  if (text !== null && [...text].length > maxDescription) {
    throw invalid('bad_length', '/description', `Send a \`description\` of at most ${maxDescription} characters.`);
  }
  return text;
}

function rateOf(perSecond: number | null): number | null {
  if (perSecond !== null && !(perSecond > 0)) {
    throw invalid('bad_bounds', '/max_per_second', 'Send a `max_per_second` above 0, or null for no cap.');
  }
  return perSecond;
}
