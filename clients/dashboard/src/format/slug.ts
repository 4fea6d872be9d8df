/** An organization's name as the beginning of its namespaces, such as `acme-gmbh` of `Acme GmbH`. */
export function slugOf(organization: string): string {
  const plain = organization.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[^a-z0-9._-]+/g, '-').replaceAll(/^[-.]+|[-.]+$/g, '') || 'own';
}
