const parameter = /^\s*q=([01](?:\.\d{0,3})?)\s*$/i;

/**
 * Whether a client prefers HTML to JSON: it names `text/html`, with a greater weight than `application/json`. A client
 * that names neither gets JSON.
 * @param accept the `Accept` header
 * @see RFC 9110, 12.5.1
 */
export function prefersHtml(accept: string | undefined): boolean {
  const weights = new Map(
    (accept ?? '').split(',').map((range): [string, number] => {
      const [type, ...parameters] = range.split(';');
      const weight = parameters.map((text) => parameter.exec(text)?.[1]).find((found) => found !== undefined);
      return [type.trim().toLowerCase(), weight === undefined ? 1 : Number(weight)];
    }),
  );
  const html = weights.get('text/html') ?? 0;
  return html > 0 && html > (weights.get('application/json') ?? 0);
}
