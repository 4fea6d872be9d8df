/** What the service takes as a namespace's name. */
const pattern = /^(?!\.\.?$)[A-Za-z0-9._:/-]{1,256}$/;

/** What is wrong with a name; null for one that the service takes. */
export function faultOfName(name: string): string | null {
  if (name.endsWith('/')) return 'Give it a name.';
  if (pattern.test(name)) return null;
  return name.length > 256 ? 'A name has at most 256 characters.' : 'Use letters, digits and . _ : / - only.';
}
