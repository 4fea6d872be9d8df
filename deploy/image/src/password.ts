const mostCharacters = 256;

/**
 * Why a password cannot be used, or undefined. Passwords stand in double quotes in the configuration of nats-server, which
 * reads `\` as an escape and `$2a$` as a hash; compose puts another value in the place of a `$`.
 */
export function faultOfPassword(password: string): string | undefined {
  if (password === '') return 'is empty';
  if (password.length > mostCharacters) return `has more than ${mostCharacters} characters`;
  if (!/^[!-~]+$/.test(password)) return 'holds a blank or a character that is not printable ASCII';
  const wrong = /["\\$]/.exec(password)?.[0];
  return wrong === undefined ? undefined : `holds a ${wrong}`;
}

/**
 * Refuses passwords that a server would read as something else.
 * @param passwords by the variable that holds it
 * @throws Error that names each variable, never its value
 */
export function assertPasswords(passwords: Record<string, string>): void {
  const faults = Object.entries(passwords).flatMap(([variable, password]) => {
    const fault = faultOfPassword(password);
    return fault === undefined ? [] : [`${variable} ${fault}`];
  });
  if (faults.length === 0) return;
  throw new Error(
    `${faults.join('\n')}\nMake other passwords: 1 to ${mostCharacters} letters, digits or signs, without blanks, ", \\ and $ (deploy/secrets.sh makes them).`,
  );
}
