/** What a reply says beside its data. */
export interface Meta {
  status: number;
  /** Attempts that the call took, the last one included. */
  attempts: number;
  requestId: string | null;
  /** The service had carried out this write before and repeats its first reply. */
  replayed: boolean;
  /** Requests a second that the key may make, and how many of this second are left; null where the reply names none. */
  rate: { limit: number; remaining: number } | null;
  idempotencyKey: string | null;
  /** Where a table or a file goes on: the cursor of the next one, from the header `Link`; null at the end. */
  next: string | null;
  /** The reply's own bytes as text. */
  text: string;
}

export interface Answer<T> {
  data: T;
  meta: Meta;
}

export function metaOf(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
  attempts: number,
  idempotencyKey: string | null,
): Meta {
  const limit = headers.get('x-ratelimit-limit');
  return {
    status,
    attempts,
    requestId: headers.get('x-request-id'),
    replayed: headers.get('idempotent-replayed') === 'true',
    rate: limit === null ? null : { limit: Number(limit), remaining: Number(headers.get('x-ratelimit-remaining')) },
    idempotencyKey,
    next: cursorIn(headers.get('link')),
    text,
  };
}

/** The cursor of a `Link` (RFC 8288) to the next page. */
function cursorIn(link: string | null): string | null {
  const [, address] = /^<([^>]*)>; rel="next"$/.exec(link ?? '') ?? [];
  return address === undefined ? null : new URLSearchParams(address.slice(address.indexOf('?'))).get('cursor');
}
