import { Caller } from '@app/contracts';

/** Calibration as a caller of other services: it asks for itself, within one organization. */
export function ownCaller(organization: string): Caller {
  return { organization, role: 'read_only', scope: '*', plan: 'scale', actor: 'service:calibration' };
}
