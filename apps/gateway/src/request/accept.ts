const parameter = /^\s*q=([01](?:\.\d{0,3})?)\s*$/i;

/**
 * Whether a client prefers HTML to JSON: it names `text/html`, with a greater weight than `application/json`. A client
 * that names neither gets JSON.
 * @param accept the `Accept` header
 * @see RFC 9110, 12.5.1
 */
export function prefersHtml(accept: string | undefined): boolean {
  return prefers(accept, (type) => type === 'text/html');
}

/** Whether a client prefers an image to JSON, as a browser's `<img>` does: as `prefersHtml`, for any `image/` type. */
export function prefersImage(accept: string | undefined): boolean {
  return prefers(accept, (type) => type.startsWith('image/'));
}

function prefers(accept: string | undefined, isWanted: (type: string) => boolean): boolean {
  let [wanted, json] = [0, 0];
  for (const range of (accept ?? '').split(',')) {
    const [name, ...parameters] = range.split(';');
    const given = parameters.map((text) => parameter.exec(text)?.[1]).find((found) => found !== undefined);
    const weight = given === undefined ? 1 : Number(given);
    const type = name.trim().toLowerCase();
    if (isWanted(type)) wanted = Math.max(wanted, weight);
    if (type === 'application/json') json = Math.max(json, weight);
  }
  return wanted > 0 && wanted > json;
}
