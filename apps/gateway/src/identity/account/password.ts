import { invalid } from '@app/problem';

/** Characters of a password. */
export const passwordLength = { min: 12, max: 256 } as const;

/**
 * Checks a new password. Its length is the rule (NIST SP 800-63B, 5.1.1.2), and it may not repeat what others know.
 * @param known the person's address and the organization's name
 * @throws Problem `invalid_request`, reason `weak_password`
 */
export function assertPassword(password: string, known: readonly string[], path = '/password/new'): void {
  const length = [...password].length;
  if (length < passwordLength.min || length > passwordLength.max)
    throw invalid(
      'weak_password',
      path,
      `A password has ${passwordLength.min} to ${passwordLength.max} characters; this one has ${length}.`,
    );
  const plain = password.toLowerCase();
  if (known.some((text) => text.toLowerCase() === plain) || new Set(plain).size < 4)
    throw invalid(
      'weak_password',
      path,
      'Choose a password that is neither your address, the name of the organization, nor a few repeated characters.',
    );
}
