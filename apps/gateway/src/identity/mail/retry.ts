/** Seconds between tries. They add up to two days, since a mail about a state is of little use later. */
const waitsS = [30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600];
export const maxTries = waitsS.length + 1;

const maxReasonCharacters = 300;

export interface FailedTry {
  /** The reason, for the operator: the error's code and the server's reply; it holds no password. */
  reason: string;
  /** The server refused this very address, so no later try can succeed. */
  isFinal: boolean;
}

/** What a failed try means. @param error as nodemailer throws it */
export function failureOf(error: unknown): FailedTry {
  if (!(error instanceof Error)) return { reason: cut(String(error)), isFinal: false };
  const { code, responseCode, command } = error as Error & { code?: string; responseCode?: number; command?: string };
  const isFinal = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
  return { reason: cut(`${code ?? error.name}: ${error.message}`), isFinal };
}

/** Seconds until the next try; null when there is none. @param attempts tries made */
export function waitAfterS(attempts: number, { isFinal }: FailedTry): number | null {
  return isFinal ? null : (waitsS[attempts - 1] ?? null);
}

function cut(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, maxReasonCharacters);
}
