/** What must never stand in a log. */
const shapes = [
  ['an API key', /\bjk_[a-z]+_[A-Za-z0-9]{8,}_[\w-]{30,}/],
  ['the secret of an endpoint', /\bwhsec_[A-Za-z0-9+/=]{20,}/],
  ['the hash of a password', /\$argon2id\$/],
  ['a token of a provider', /\beyJ[\w-]{10,}\.[\w-]{10,}/],
  ['a token of a link', /#t=[\w-]{20,}/],
  ['a code of a provider', /\bcode=[\w-]{16,}/],
  ['a cookie of a session', /judgment(?:_\d+)?=[\w-]{43}/],
];

/**
 * Secrets that stand in a log.
 * @param text one log
 * @param planted the secrets of the run; each is looked for as it is, as it stands in an address, and in base64
 * @returns what was found, once each, never the secret itself
 */
function leaksIn(text, planted) {
  const shaped = shapes.filter(([, shape]) => shape.test(text)).map(([what]) => what);
  const known = planted.filter(({ secret }) => [...formsOf(secret)].some((form) => text.includes(form)));
  return [...new Set([...shaped, ...known.map(({ what }) => what)])];
}

function formsOf(secret) {
  return new Set([secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/, '')]);
}

module.exports = { leaksIn };
