import type { CopiedVersion, JudgmentFacts, JudgmentType, Thresholds } from '@app/definition';
import type { CalibratedField } from '../path/filter-path';
import type { Filter, Test } from '../filter/filter';

/** Adds a parameter and tells its placeholder, such as `$3`. */
export type AddParam = (value: unknown) => string;

/** A calibration fit as SQL. Null: the fit gives no such field. */
export interface FitExpression {
  /** @returns float8 (text for a choice's `value`), null for answers of another version or epoch */
  sql(field: CalibratedField, answerAlias: string, param: AddParam): string | null;
  /** @returns a condition on stored columns that is true in the same rows as the test, or null: then by `sql` */
  test(field: CalibratedField, test: Test, answerAlias: string, param: AddParam): string | null;
}

/** What SQL must know of a judgment in force in the namespace. */
export interface SqlJudgment extends JudgmentFacts {
  judgmentId: string;
  type: JudgmentType;
  /** In effect in the namespace. */
  thresholds: Thresholds;
  /** Values of a score's levels, ascending. */
  levels: readonly number[];
  /** Documents that fail it have no answer. */
  appliesTo: Filter | null;
  /** A boolean expression over the document's alias: is a fan-out still to reach it? Holds no user text. */
  openFanout?: (documentAlias: string) => string;
  fit?: FitExpression | null;
  /** Of a judgment detached from a template: how the versions of its answers are read. */
  copied?: CopiedVersion | null;
}

export interface SqlEnv {
  /** Number of the first placeholder to use. */
  firstParam: number;
  /** The namespace's number, a bigint as text. The caller itself adds `d.namespace_id = ...`. */
  namespaceId: string;
  /** A judgment by name; undefined reads as missing. */
  judgment: (name: string) => SqlJudgment | undefined;
  /** `index` (default): conditions on attributes use the `attribute` table where they narrow. `document`: never. */
  attributes?: 'index' | 'document';
}

/** A condition on attributes that the index serves and that every result must meet. */
export interface AttributeCondition {
  name: string;
  keys: { from: Buffer; to: Buffer } | { oneOf: Buffer[] };
}

/** One statement under construction: its parameters, its joins, and what the scan estimate wants to know. */
export class SqlScope {
  readonly params: unknown[] = [];
  readonly unindexed = new Set<string>();
  readonly attributeConditions: AttributeCondition[] = [];
  private readonly answers = new Map<string, { alias: string; join: string }>();
  private readonly names = new Map<string, string>();
  private namespace: string | undefined;

  constructor(readonly env: SqlEnv) {}

  readonly param: AddParam = (value) => {
    this.params.push(value);
    return `$${this.env.firstParam + this.params.length - 1}`;
  };

  /** The placeholder of an attribute's name: one for each name, wherever the statement mentions it. */
  attributeName(name: string): string {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    const placeholder = `${this.param(name)}::text`;
    this.names.set(name, placeholder);
    return placeholder;
  }

  /** The namespace's placeholder. */
  namespaceParam(): string {
    this.namespace ??= `${this.param(this.env.namespaceId)}::bigint`;
    return this.namespace;
  }

  /** The alias of a judgment's answer to the document `d`: one left join each. */
  answerOf(judgment: SqlJudgment): string {
    const known = this.answers.get(judgment.judgmentId);
    if (known !== undefined) return known.alias;
    const alias = `a${this.answers.size + 1}`;
    const on = `${alias}.namespace_id = d.namespace_id and ${alias}.document_id = d.id`;
    const join = `left join answer ${alias} on ${on} and ${alias}.judgment_id = ${this.param(judgment.judgmentId)}::text`;
    this.answers.set(judgment.judgmentId, { alias, join });
    return alias;
  }

  joins(): string {
    return [...this.answers.values()].map(({ join }) => join).join('\n');
  }
}
