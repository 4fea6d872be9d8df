/** What a check came to; `mend` says what to do about it. */
export interface Finding {
  level: 'ok' | 'warn' | 'fail';
  about: string;
  text: string;
  mend?: string;
}

const dayMs = 86_400_000;

/** Receivers of webhooks refuse a time that is more than five minutes off. */
export function clockFinding(serviceMs: number | null, nowMs: number): Finding {
  if (serviceMs === null || Number.isNaN(serviceMs))
    return { level: 'warn', about: 'clock', text: 'The service told no time.' };
  const offS = Math.round(Math.abs(nowMs - serviceMs) / 1_000);
  const text = `${offS} s off the service's clock`;
  if (offS <= 30) return { level: 'ok', about: 'clock', text };
  return { level: offS > 300 ? 'fail' : 'warn', about: 'clock', text, mend: 'Let the machine set its clock by NTP.' };
}

/** @param expiresAt null for a key without an end */
export function expiryFinding(expiresAt: string | null, nowMs: number): Finding {
  if (expiresAt === null) return { level: 'ok', about: 'key', text: 'never expires' };
  const days = Math.floor((Date.parse(expiresAt) - nowMs) / dayMs);
  const text = `expires in ${days} days`;
  if (days >= 14) return { level: 'ok', about: 'key', text };
  return { level: 'warn', about: 'key', text, mend: 'Create the next one: judgment keys create' };
}

/** @param version such as `20.20.2` */
export function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isFit = major > 20 || (major === 20 && minor >= 12);
  if (isFit) return { level: 'ok', about: 'node', text: version };
  return { level: 'fail', about: 'node', text: version, mend: 'Install Node 20.12 or newer.' };
}
