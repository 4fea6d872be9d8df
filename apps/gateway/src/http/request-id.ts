import { newId } from '@app/persistence';
import { IncomingMessage } from 'node:http';

/** The header in which a caller may name its request, and in which every reply says the name. */
export const requestIdHeader = 'x-request-id';

/** What names a request in logs of others too: no blank, no quote, no control character. */
const accepted = /^[\w.:/+=-]{1,128}$/;

/** The name of a request: the caller's, where it sent one that can be written to a log, else one of ours. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers[requestIdHeader];
  return typeof sent === 'string' && accepted.test(sent) ? sent : newId('req');
}
