import { concurrentlyHeader } from '../schema/migrations';
import { alteredTable, neverNull } from './alter-table';
import { Finding, Place, Rule } from './finding';
import { Statement, readStatements } from './statement';
import { AlterTable, Constraint, Index, RangeVar } from './tree';

/** Statements that only add. */
const harmless = [
  'CommentStmt',
  'CreateEnumStmt',
  'CreateFunctionStmt',
  'CreateSeqStmt',
  'CreateStatsStmt',
  'InsertStmt',
];
const shortestReason = 20;

/** Reads the migrations of one schema in their order, and finds what keeps an older build from running beside them. */
export class MigrationLint {
  private readonly checked = new Set<string>();
  private readonly checks = new Map<string, string[]>();

  /** @param small tables that stay small however much the service is used; every other one counts as large */
  constructor(private readonly small: readonly string[]) {}

  /** @returns a sentence for each finding, with the line; none when the file only expands */
  async findFaults(text: string): Promise<string[]> {
    const statements = await readStatements(text);
    const made = new Set<string>();
    const said: string[] = [];
    const place: Place = {
      isNew: (table) => made.has(table),
      isLarge: (table) => !made.has(table) && !this.small.includes(table),
      isChecked: (table, column) => this.checked.has(`${table}.${column}`),
    };
    if (concurrentlyHeader.test(text)) said.push(...aloneOf(statements));
    for (const statement of statements) {
      const found = concurrentlyHeader.test(text) ? [] : findingsOf(statement, place);
      const excused = exemptionsOf(statement);
      said.push(...excused.flatMap(({ fault }) => fault ?? []));
      for (const { rule, says } of found) {
        if (!excused.some((one) => one.rule === rule)) said.push(`line ${statement.line}: ${rule}: ${says}`);
      }
      this.remember(statement, made);
    }
    return said;
  }

  private remember({ kind, body }: Statement, made: Set<string>): void {
    if (kind === 'CreateStmt') made.add((body as { relation: RangeVar }).relation.relname);
    if (kind === 'CreateTableAsStmt') made.add((body as { into: { rel: RangeVar } }).into.rel.relname);
    if (kind !== 'AlterTableStmt') return;
    const { relation, cmds } = body as AlterTable;
    for (const { AlterTableCmd: command } of cmds) {
      const constraint: Constraint | undefined = command.def?.Constraint;
      if (constraint) this.checks.set(`${relation.relname}.${constraint.conname}`, neverNull(constraint));
      if (command.subtype !== 'AT_ValidateConstraint') continue;
      const columns = this.checks.get(`${relation.relname}.${command.name}`) ?? [];
      for (const column of columns) this.checked.add(`${relation.relname}.${column}`);
    }
  }
}

function findingsOf({ kind, body }: Statement, place: Place): Finding[] {
  if (harmless.includes(kind)) return [];
  switch (kind) {
    case 'CreateStmt':
    case 'CreateTableAsStmt':
      return [];
    case 'AlterTableStmt':
      return alteredTable(body as AlterTable, place);
    case 'CreateTrigStmt':
      return place.isNew((body as { relation: RangeVar }).relation.relname) ? [] : [unknown(kind)];
    case 'IndexStmt':
      return ofIndex(body as Index, place);
    case 'UpdateStmt':
    case 'DeleteStmt':
      return ofRows((body as { relation: RangeVar }).relation, place);
    case 'DropStmt':
    case 'TruncateStmt':
      return [{ rule: 'drop', says: 'an older build still uses it: stop using it first, drop it a release later' }];
    case 'RenameStmt':
    case 'AlterObjectSchemaStmt':
      return [{ rule: 'rename', says: 'an older build knows the old name alone: add the new one beside it' }];
    default:
      return [unknown(kind)];
  }
}

function unknown(kind: string): Finding {
  return { rule: 'kind', says: `no rule knows ${kind}: write one, or give the reason why an older build goes on` };
}

function ofIndex({ relation, concurrent }: Index, place: Place): Finding[] {
  if (concurrent) return [{ rule: 'concurrently', says: 'give the file a header `-- Concurrently: why`' }];
  if (!place.isLarge(relation.relname)) return [];
  return [
    {
      rule: 'index',
      says: `nobody may write ${relation.relname} while it is built: build it concurrently, in a file of its own`,
    },
  ];
}

function ofRows({ relname }: RangeVar, place: Place): Finding[] {
  if (!place.isLarge(relname)) return [];
  return [
    { rule: 'rows', says: `rows of ${relname} stay locked until all are written: let a walk of the service fill them` },
  ];
}

/** A file that runs in no transaction holds one index, and may run again after it was cut off. */
function aloneOf(statements: readonly Statement[]): string[] {
  const [{ kind, body }] = statements;
  const { concurrent, if_not_exists: isRepeatable, idxname } = body as Index;
  const isOne = statements.length === 1 && kind === 'IndexStmt' && concurrent === true;
  if (isOne && isRepeatable && idxname !== undefined) return [];
  return ['concurrently: the file must hold `create index concurrently if not exists <name>` and nothing else'];
}

/** Comments before a statement that excuse it from a rule: `-- Exempt <rule>: <reason>`. */
function exemptionsOf({ comments, line }: Statement): { rule: Rule; fault?: string }[] {
  return comments.flatMap((comment) => {
    const [, rule, reason] = /^Exempt ([a-z-]+): *(.*)$/.exec(comment) ?? [];
    if (rule === undefined || reason === undefined) return [];
    const fault =
      reason.length < shortestReason ? `line ${line}: the exemption from ${rule} needs its reason` : undefined;
    return [{ rule: rule as Rule, fault }];
  });
}
