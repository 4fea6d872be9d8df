type Said = Readonly<Record<string, unknown>>;

/** What a provider says of a person: claims of a token that was checked, and of its userinfo endpoint. */
export interface Claims {
  subject: string;
  email: string | null;
  /** Whether the provider says that it verified the address; null when it says neither. */
  emailVerified: boolean | null;
  /** Whether all people of the provider belong to one directory. */
  isOneDirectory: boolean;
  /** When the person proved who they are, in seconds of Unix time; null when the provider does not say. */
  provedAtS: number | null;
  /** All claims, for the one that lists groups. */
  all: Said;
}

/** The claims that link an account to a person who comes for the first time. */
export const addressClaims = ['email', 'email_verified'] as const;

/**
 * The claim of a name. Where there is none, the points of the name lead into claims that are objects: `realm_access.roles` is
 * where Keycloak lists roles.
 * @returns undefined for a claim that is absent or null
 */
export function claimOf(said: Said, name: string): unknown {
  const path = Object.hasOwn(said, name) ? [name] : name.split('.');
  const value = path.reduce<unknown>(
    (at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined),
    said,
  );
  return value ?? undefined;
}

/** Whether claims lack one of those that are needed. */
export function lacks(said: Said, needed: readonly string[]): boolean {
  return needed.some((name) => claimOf(said, name) === undefined);
}

/**
 * Joins the claims of a token and of the userinfo endpoint; the token, which is signed, comes first. Whether an address is
 * verified is taken from where the address is, and from the other only when that one names no other address.
 * @param info null when the endpoint was not asked
 */
export function joined(token: Said, info: Said | null): Pick<Claims, 'email' | 'emailVerified' | 'all'> {
  const other = info ?? {};
  const [first, second] = lacks(token, ['email']) ? [other, token] : [token, other];
  const isOfOther = !lacks(second, ['email']) && second.email !== first.email;
  const verified = lacks(first, ['email_verified']) && !isOfOther ? second.email_verified : first.email_verified;
  const said = Object.entries(token).filter(([, value]) => value !== null);
  return {
    email: typeof first.email === 'string' ? first.email : null,
    emailVerified: verdictOf(verified),
    all: Object.fromEntries([...Object.entries(other), ...said]),
  };
}

/** Reads `email_verified`, which some providers send as a text. Whatever is neither true nor absent is no verification. */
export function verdictOf(claim: unknown): boolean | null {
  return claim === undefined || claim === null ? null : claim === true || claim === 'true';
}

function isObject(value: unknown): value is Said {
  return typeof value === 'object' && value !== null;
}
