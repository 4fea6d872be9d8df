const parameter = /^\s*q=([01](?:\.\d{0,3})?)\s*$/i;

/**
 * Whether a client asks for a page rather than for JSON: it names `text/html`, and JSON not as much. JSON is the default of
 * everything that says neither.
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
