/** What a table belongs to: a judgment in the namespace or template prefix that it was created in. */
export interface TableKey {
  organization: string;
  judgment_id: string;
  scope: string;
}

/** Labels of one version in one epoch of its engine: rows of two of them are never compared. */
export interface LabelsKey extends TableKey {
  /** The version number that is stored with the answers. */
  version: number;
  engine_version: string;
}

export function tableValues({ organization, judgment_id, scope }: TableKey): string[] {
  return [organization, judgment_id, scope];
}

export function labelsValues(key: LabelsKey): (string | number)[] {
  return [...tableValues(key), key.version, key.engine_version];
}
