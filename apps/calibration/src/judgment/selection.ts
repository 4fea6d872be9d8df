import { isTemplate } from '@app/definition';

/** The namespaces of one judgment that a request covers: one namespace, or all namespaces of a template. */
export interface Selection {
  organization: string;
  judgmentId: string;
  /** One namespace; null when `prefix` selects several. */
  namespace: string | null;
  /** What the names of a template's namespaces begin with; null when `namespace` selects one. */
  prefix: string | null;
}

/** @param scope a namespace, or a template prefix such as `acme/*`, which selects all its namespaces */
export function selectionOf(organization: string, judgmentId: string, scope: string): Selection {
  const template = isTemplate(scope);
  return {
    organization,
    judgmentId,
    namespace: template ? null : scope,
    prefix: template ? scope.slice(0, -1) : null,
  };
}

/** SQL condition for the rows of a selection; `selectionValues` are its parameters $1 to $4. */
export const isSelected = `organization = $1 and judgment_id = $2 and ($3::text is null or namespace = $3)
  and ($4::text is null or starts_with(namespace, $4))`;

export function selectionValues({ organization, judgmentId, namespace, prefix }: Selection): unknown[] {
  return [organization, judgmentId, namespace, prefix];
}
