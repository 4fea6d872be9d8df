import type { CopiedVersion, JudgmentFacts, JudgmentType, Thresholds } from '@app/definition';
import type { CalibratedField } from '../path/filter-path';
import type { Filter, Test } from '../filter/filter';

/** Adds a parameter and returns its placeholder, such as `$3`. */
export type AddParam = (value: unknown) => string;

/** A fit as SQL. Null means that the fit does not give the field. */
export interface FitExpression {
  /** @returns float8 (text for a choice's `value`), null for answers of another version or epoch */
  sql(field: CalibratedField, answerAlias: string, param: AddParam): string | null;
  /** @returns a condition on stored columns that equals the test; null when the test needs `sql` */
  test(field: CalibratedField, test: Test, answerAlias: string, param: AddParam): string | null;
}

/** SQL of whether related changes have still to reach the answer of document `d`. */
export interface OpenSql {
  /** A change of a related document of its own. */
  gather: string;
  /** A fan-out that concerns the document. */
  spread: string;
}

/** A judgment in force in the namespace, as far as SQL needs it. */
export interface SqlJudgment extends JudgmentFacts {
  judgmentId: string;
  type: JudgmentType;
  /** The thresholds in force in the namespace. */
  thresholds: Thresholds;
  /** Values of a score's levels, ascending. */
  levels: readonly number[];
  /** Documents that do not match it have no answer. */
  appliesTo: Filter | null;
  /**
   * Left out for a judgment without relations. Texts of users become parameters of the scope.
   * @param answerAlias alias of the document's answer; its columns are null where there is none
   */
  open?: (scope: SqlScope, answerAlias: string) => OpenSql;
  fit?: FitExpression | null;
  /** How to show version numbers of answers, for a judgment that was detached from a template. */
  copied?: CopiedVersion | null;
}

export interface SqlEnv {
  /** Number of the first placeholder to use. */
  firstParam: number;
  /** The namespace's number, a bigint as text. The caller adds `d.namespace_id = ...` itself. */
  namespaceId: string;
  /** Finds a judgment by name; an unknown one has no answers. */
  judgment: (name: string) => SqlJudgment | undefined;
  /** Whether conditions on attributes use the table `attribute` (`index`, the default) or only `document`. */
  attributes?: 'index' | 'document';
  /** Alias of the judged document in the statement, for filters of relations, where `d` is the related one. */
  mineAlias?: string;
}

/** A condition on an attribute that the index serves and that every result must fulfil. */
export interface AttributeCondition {
  name: string;
  keys: { from: Buffer; to: Buffer } | { oneOf: Buffer[] };
}

/** A statement under construction: its parameters, its joins and its input of the scan estimate. */
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

  /** The placeholder of an attribute's name; a name has one placeholder in the whole statement. */
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

  /** The alias of a judgment's answer for document `d`; each judgment has one left join. */
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
