/** What a statement of a migration breaks: the rule's name, and how to mend it. */
export interface Finding {
  rule: Rule;
  says: string;
}

export type Rule =
  | 'drop'
  | 'rename'
  | 'type'
  | 'not-null'
  | 'default'
  | 'rewrite'
  | 'index'
  | 'constraint'
  | 'rows'
  | 'kind'
  | 'concurrently';

/** What is known where a statement stands. */
export interface Place {
  /** Whether a table stood before this file and may have more rows than fit a second's work. */
  isLarge(table: string): boolean;
  /** Whether this file makes the table. */
  isNew(table: string): boolean;
  /** Whether a check that the column is not null was validated before this statement. */
  isChecked(table: string, column: string): boolean;
}
