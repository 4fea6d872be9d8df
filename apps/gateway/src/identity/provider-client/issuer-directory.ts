/** Names that Microsoft gives to all of its directories, in place of the id of one; the last is `consumers` by its id. */
const manyNames = ['common', 'organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad'];
const placeholder = /\{[^{}/]*\}/;

/** Issuers where anybody makes an account with the address of any company, and that have no address for one company. */
const openIssuers = ['https://accounts.google.com', 'https://appleid.apple.com', 'https://gitlab.com'];

/**
 * What shows that an issuer signs in people of many directories: a placeholder such as `{tenantid}`, or a part of its path
 * such as `common`. Who runs any one of them may claim any address there.
 * @param issuer the provider's address, or what its document says of itself
 * @returns the part that shows it; null when nothing does
 */
export function sharedPartOf(issuer: string): string | null {
  const text = withBraces(issuer);
  const ofPath = URL.canParse(issuer) ? new URL(issuer).pathname.split('/') : [];
  const part = ofPath.find((one) => manyNames.includes(one.toLowerCase()));
  return placeholder.exec(text)?.[0] ?? part ?? null;
}

/** Whether all people of an issuer belong to one directory, which then says whose address is whose. */
export function isOneDirectory(issuer: string): boolean {
  return sharedPartOf(issuer) === null && !openIssuers.includes(issuer.replace(/\/$/, '').toLowerCase());
}

/** The sentence for an issuer that `sharedPartOf` names a part of. */
export function sharedIssuerSentence(issuer: string, part: string): string {
  const text = withBraces(issuer);
  const own = text
    .split('/')
    .map((one) => (one === part || placeholder.test(one) ? one.replace(part, '<tenant-id>') : one));
  return (
    `The issuer ${text} signs in people of many directories, as \`${part}\` in it shows. ` +
    `Give the issuer of one directory, with its id in that place, as its tokens name it: ${own.join('/')}`
  );
}

/** Braces stand in an address as they are, or as codes. */
function withBraces(text: string): string {
  return text.replace(/%7B/gi, '{').replace(/%7D/gi, '}');
}
