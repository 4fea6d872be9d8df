/** Codings of RFC 9110, 8.4.1, in the order in which they are preferred. */
export const codings = ['br', 'gzip'] as const;
export type Coding = (typeof codings)[number];

/**
 * The coding of a reply to a client that takes several forms: the one with the greatest weight, of equal ones the first offered.
 * A client without the header gets the plain bytes, and so does one that prefers `identity`.
 * @param accepted the `Accept-Encoding` header
 * @see RFC 9110, 12.5.3
 */
export function codingFor(accepted: string | undefined, offered: readonly Coding[] = codings): Coding | null {
  if (!accepted) return null;
  const weights = weightsOf(accepted);
  let [best, most]: [Coding | null, number] = [null, weights.get('identity') ?? 0];
  for (const coding of offered) {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0;
    // A client that names identity with a coding of the same weight takes the shorter form as gladly.
    if (weight > 0 && (weight > most || (best === null && weight === most))) [best, most] = [coding, weight];
  }
  return best;
}

function weightsOf(accepted: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const part of accepted.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const given = parameters.find((text) => text.startsWith('q='));
    const weight = given === undefined ? 1 : Number(given.slice(2));
    if (name !== '') weights.set(name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  return weights;
}
