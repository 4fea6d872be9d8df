import { addedColumn } from './column';
import { Finding, Place } from './finding';
import { AlterTable, AlterTableCommand, Constraint, textOf } from './tree';

/** Changes of the catalogue alone, which an older build does not see. */
const harmless = [
  'AT_ValidateConstraint',
  'AT_SetRelOptions',
  'AT_ResetRelOptions',
  'AT_SetStatistics',
  'AT_SetStorage',
];

/** What an `alter table` breaks. A table that the same file makes may be altered freely. */
export function alteredTable({ relation, cmds, objtype }: AlterTable, place: Place): Finding[] {
  if (objtype !== 'OBJECT_TABLE') return [kind(`alter ${objtype}`)];
  if (place.isNew(relation.relname)) return [];
  return cmds.flatMap(({ AlterTableCmd: command }) => ofCommand(relation.relname, command, place));
}

function ofCommand(table: string, { subtype, name = '', def = {} }: AlterTableCommand, place: Place): Finding[] {
  if (harmless.includes(subtype)) return [];
  if (subtype.startsWith('AT_Drop')) {
    return [
      {
        rule: 'drop',
        says: `an older build still uses ${name} of ${table}: stop using it first, drop it a release later`,
      },
    ];
  }
  switch (subtype) {
    case 'AT_AddColumn':
      return def.ColumnDef ? addedColumn(def.ColumnDef, place.isLarge(table)) : [kind(subtype)];
    case 'AT_AlterColumnType':
      return [
        {
          rule: 'type',
          says: `${name} is written anew while nobody may read: add a column of the new type and fill it`,
        },
      ];
    case 'AT_ColumnDefault':
      return Object.keys(def).length > 0
        ? []
        : [{ rule: 'drop', says: `an older build inserts into ${table} without ${name} and relies on its default` }];
    case 'AT_SetNotNull':
      return place.isChecked(table, name)
        ? []
        : [
            {
              rule: 'not-null',
              says: `validate a check (${name} is not null) of ${table} first: else every row is read under an exclusive lock`,
            },
          ];
    case 'AT_AddConstraint':
      return def.Constraint ? addedConstraint(table, def.Constraint) : [kind(subtype)];
    default:
      return [kind(subtype)];
  }
}

function addedConstraint(table: string, { contype, skip_validation: isUnchecked, indexname }: Constraint): Finding[] {
  if (isUnchecked || indexname !== undefined) return [];
  if (contype === 'CONSTR_PRIMARY' || contype === 'CONSTR_UNIQUE') {
    return [
      {
        rule: 'index',
        says: `an index of ${table} is built while nobody may write: build it concurrently, then \`using index\``,
      },
    ];
  }
  return [
    {
      rule: 'constraint',
      says: `every row of ${table} is checked under an exclusive lock: add it \`not valid\`, then validate it`,
    },
  ];
}

/** Columns that a constraint, once validated, shows to be never null. */
export function neverNull({ contype, raw_expr: check, keys = [] }: Constraint): string[] {
  if (contype === 'CONSTR_NOTNULL') return keys.map((key) => textOf([key]));
  const test = check?.NullTest;
  return test?.nulltesttype === 'IS_NOT_NULL' && test.arg.ColumnRef ? [textOf(test.arg.ColumnRef.fields)] : [];
}

function kind(what: string): Finding {
  return { rule: 'kind', says: `no rule knows ${what}: write one, or give the reason why an older build goes on` };
}
