import { SealedTable } from '@app/persistence';

/**
 * The name that seals the secrets of an endpoint, so that none opens in another endpoint's row. A rotation moves
 * `secret` to `previous_secret` as it is, so both columns share one name.
 */
export function secretPath(organization: string, endpointId: string): string {
  return `${organization}/${endpointId}/secret`;
}

export const sealedSecrets: SealedTable = {
  table: 'endpoint',
  key: ['organization', 'id'],
  columns: ['secret', 'previous_secret'],
  associatedDataOf: secretPath,
};
