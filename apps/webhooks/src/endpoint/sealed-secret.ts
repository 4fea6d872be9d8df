import { SealedTable } from '@app/persistence';

/**
 * What the secrets of an endpoint are bound to, so that none opens in another's row. The previous secret is a former
 * `secret`, moved as it is: both columns have one place.
 */
export function secretPath(organization: string, endpointId: string): string {
  return `${organization}/${endpointId}/secret`;
}

export const sealedSecrets: SealedTable = {
  table: 'endpoint',
  key: ['organization', 'id'],
  columns: ['secret', 'previous_secret'],
  placeOf: secretPath,
};
