/*
 * The members of Postgres' tree of a statement that the rules read. Members at their zero value are left out of the tree.
 */

export interface RangeVar {
  relname: string;
}

export interface Expression {
  A_Const?: { isnull?: boolean };
  TypeCast?: { arg: Expression };
  A_ArrayExpr?: { elements?: readonly Expression[] };
  A_Expr?: { lexpr?: Expression; rexpr: Expression };
  SQLValueFunction?: object;
  FuncCall?: { funcname: readonly Name[]; args?: readonly Expression[] };
  NullTest?: { nulltesttype: string; arg: { ColumnRef?: { fields: readonly Name[] } } };
}

export interface Name {
  String?: { sval: string };
}

export interface Constraint {
  contype: string;
  conname?: string;
  raw_expr?: Expression;
  /** `not valid` */
  skip_validation?: boolean;
  /** `using index` */
  indexname?: string;
  /** Columns of a table's `not null`. */
  keys?: readonly Name[];
}

export interface ColumnDef {
  colname: string;
  typeName: { names: readonly Name[] };
  constraints?: readonly { Constraint: Constraint }[];
}

export interface AlterTableCommand {
  subtype: string;
  /** Name of the column or constraint. */
  name?: string;
  def?: { ColumnDef?: ColumnDef; Constraint?: Constraint };
}

export interface AlterTable {
  relation: RangeVar;
  cmds: readonly { AlterTableCmd: AlterTableCommand }[];
  objtype: string;
}

export interface Index {
  idxname?: string;
  relation: RangeVar;
  concurrent?: boolean;
  if_not_exists?: boolean;
}

export function textOf(names: readonly Name[]): string {
  return names.map((name) => name.String?.sval ?? '*').join('.');
}
