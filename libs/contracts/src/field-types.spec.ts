import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { CLASS_REF, Class, JsonSchema, fieldsOf } from './field';

const root = join(__dirname, '../../..');
const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), (path) => ts.sys.readFile(path));
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.ts$/.test(file) && !/(\.spec|(^|\/)index)\.ts$/.test(file))
  .map((file) => join(__dirname, file));
const program = ts.createProgram(files, { ...options, types: [] });
const checker = program.getTypeChecker();

const kindByFlag = [
  [ts.TypeFlags.Null, 'null'],
  [ts.TypeFlags.StringLike, 'string'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
  [ts.TypeFlags.Unknown, 'anything'],
] as const;

function kindOf(type: ts.Type): string {
  const kind = kindByFlag.find(([flag]) => type.flags & flag)?.[1];
  return kind ?? (checker.isArrayType(type) || checker.isTupleType(type) ? 'array' : 'object');
}

function kindsOf({ type, anyOf, [CLASS_REF]: referred }: JsonSchema): string[] {
  if (Array.isArray(anyOf)) return (anyOf as JsonSchema[]).flatMap(kindsOf);
  const kinds = referred ? ['object'] : [type ?? 'anything'].flat();
  return kinds.map((kind) => (kind === 'integer' ? 'number' : String(kind)));
}

const textOf = (values: Iterable<string>): string => [...new Set(values)].sort().join(' | ');
const membersOf = (type: ts.Type): ts.Type[] =>
  (type.isUnion() ? type.types : [type]).filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));

/**
 * Where a type is another one than a schema, in words; null when they agree. A type may say less: `unknown` of anything, `object`
 * of an array or a class, `string` of some strings.
 */
function difference(schema: JsonSchema, type: ts.Type): string | null {
  const members = membersOf(type);
  if (type.flags & ts.TypeFlags.Unknown) return null;
  const isAnyObject = members.some(({ flags }) => flags & ts.TypeFlags.NonPrimitive);
  const asTyped = (kind: string) => (isAnyObject && kind === 'array' ? 'object' : kind);
  const [kinds, declared] = [textOf(members.map(kindOf)), textOf(kindsOf(schema).map(asTyped))];
  if (kinds !== declared) return `${kinds} for ${declared}`;
  const literals = members.flatMap((one) => (one.isStringLiteral() ? [one.value] : []));
  const allowed = ((schema.enum as (string | null)[] | undefined) ?? literals).filter((value) => value !== null);
  const isAnyString = members.some(({ flags }) => flags & ts.TypeFlags.String);
  if (!isAnyString && textOf(literals) !== textOf(allowed)) return `${textOf(literals)} for ${textOf(allowed)}`;
  const inner = ((schema.anyOf as JsonSchema[] | undefined) ?? [schema]).find((one) => one.type !== 'null') ?? schema;
  const whole = members.find((one) => kindOf(one) === 'object' || kindOf(one) === 'array');
  if (!whole || isAnyObject) return null;
  const referred = inner[CLASS_REF] as (() => Class) | undefined;
  if (referred) {
    const name = checker.typeToString(whole);
    return name === referred().name ? null : `${name} for ${referred().name}`;
  }
  const items = (inner.items ?? inner.additionalProperties) as JsonSchema | undefined;
  const index = whole.getNumberIndexType() ?? whole.getStringIndexType();
  return items && index ? difference(items, index) : null;
}

/** The classes that a file exports, each with its type. */
async function classesOf(file: string) {
  const module = checker.getSymbolAtLocation(program.getSourceFile(file)!);
  const values = (await import(file)) as Record<string, Class>;
  return (module ? checker.getExportsOfModule(module) : [])
    .filter(({ flags }) => flags & ts.SymbolFlags.Class)
    .map((symbol) => ({
      name: symbol.name,
      type: values[symbol.name],
      declared: checker.getDeclaredTypeOfSymbol(symbol),
    }));
}

/** Published with a null that no reply has: to take it away would change the published schema. */
const wider = 'BinView.interval: array for array | null';

it('the TypeScript type of each field is what its schema says', async () => {
  let fields = 0;
  const classes = await Promise.all(files.map(classesOf));
  const differences = classes.flat().flatMap(({ name, type, declared }) =>
    [...fieldsOf(type)].flatMap(([member, { schema, required }]) => {
      fields++;
      const property = declared.getProperty(member)!;
      const isOptional = Boolean(property.flags & ts.SymbolFlags.Optional);
      const fault =
        isOptional === required ? 'one of both is optional' : difference(schema, checker.getTypeOfSymbol(property));
      return fault === null ? [] : [`${name}.${member}: ${fault}`];
    }),
  );
  expect(differences).toEqual([wider]);
  expect(fields).toBeGreaterThan(1_400);
});
