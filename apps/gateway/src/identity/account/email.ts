import { invalid } from '@app/problem';

const pattern = /^[^@\s\p{C}]+@[^@\s\p{C}]+$/u;
const maxLength = 254;

/** The form of an address under which accounts are found: one address has one account. */
export function emailKeyOf(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

/** @throws Problem `invalid_request` when the text is no e-mail address */
export function assertEmail(email: string, path = '/email'): void {
  if (email.length > maxLength || !pattern.test(email))
    throw invalid('bad_type', path, 'Send an e-mail address such as `ada@example.com`.');
}
