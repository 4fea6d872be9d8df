const maxLength = 2000;
const base = 'https://own.invalid';

/**
 * The page to which a sign-in leads back. The text is parsed as browsers parse it, and only then compared, so that
 * `//evil`, `/\evil` and `/app/..//evil` lead to the first page.
 * @param asked what the address of the sign-in names; null when it names nothing
 * @returns a path of the dashboard with its query and fragment
 */
export function returnPathOf(asked: string | null): string {
  if (asked === null || asked.length > maxLength || !asked.startsWith('/') || !URL.canParse(asked, base))
    return '/app/';
  const { origin, pathname, search, hash } = new URL(asked, base);
  return origin === base && pathname.startsWith('/app/') && !pathname.includes('//')
    ? `${pathname}${search}${hash}`
    : '/app/';
}
