import { Finding } from './finding';
import { ColumnDef, Constraint, Expression, textOf } from './tree';

/** Types that come with a sequence, which fills every row. */
const serials = /(^|\.)(small|big)?serial[248]?$/;
/** Functions that are the same for every row of a statement: Postgres keeps their value once, beside the table. */
const stable = ['now', 'app.now', 'transaction_timestamp', 'statement_timestamp', 'pg_catalog.now'];

/** What adding a column to a table that stands breaks. */
export function addedColumn({ colname, typeName, constraints = [] }: ColumnDef, isLarge: boolean): Finding[] {
  const all = constraints.map(({ Constraint: constraint }) => constraint);
  const found = all.flatMap((constraint) => ofConstraint(colname, constraint, isLarge));
  const fallback = all.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr;
  const isFilled = fallback !== undefined && fallback.A_Const?.isnull !== true;
  if (all.some(({ contype }) => contype === 'CONSTR_NOTNULL') && !isFilled) {
    found.push({ rule: 'not-null', says: `${colname} needs a default: an older build inserts rows without it` });
  }
  if (serials.test(textOf(typeName.names))) {
    found.push({ rule: 'rewrite', says: `${colname} numbers every row under an exclusive lock: add a plain column` });
  }
  return found;
}

function ofConstraint(column: string, { contype, raw_expr: value }: Constraint, isLarge: boolean): Finding[] {
  switch (contype) {
    case 'CONSTR_DEFAULT':
      return value === undefined || isConstant(value)
        ? []
        : [
            {
              rule: 'default',
              says: `the default of ${column} differs by row, so every row is written: use a constant`,
            },
          ];
    case 'CONSTR_GENERATED':
    case 'CONSTR_IDENTITY':
      return [
        { rule: 'rewrite', says: `${column} is computed for every row under an exclusive lock: add a plain column` },
      ];
    case 'CONSTR_PRIMARY':
    case 'CONSTR_UNIQUE':
      return isLarge
        ? [{ rule: 'index', says: `the index of ${column} is built while nobody may write: build it concurrently` }]
        : [];
    case 'CONSTR_CHECK':
    case 'CONSTR_FOREIGN':
      return isLarge
        ? [
            {
              rule: 'constraint',
              says: `every row is checked for ${column} while nobody may read: add it \`not valid\``,
            },
          ]
        : [];
    default:
      return [];
  }
}

/** Whether a default has one value for all rows, so that Postgres writes none of them. */
function isConstant({ A_Const, TypeCast, A_ArrayExpr, A_Expr, SQLValueFunction, FuncCall }: Expression): boolean {
  if (A_Const || SQLValueFunction) return true;
  if (TypeCast) return isConstant(TypeCast.arg);
  if (A_ArrayExpr) return (A_ArrayExpr.elements ?? []).every(isConstant);
  if (A_Expr) return (!A_Expr.lexpr || isConstant(A_Expr.lexpr)) && isConstant(A_Expr.rexpr);
  return FuncCall !== undefined && FuncCall.args === undefined && stable.includes(textOf(FuncCall.funcname));
}
