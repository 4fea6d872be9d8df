import { readStatements } from './statement';
import { Name, textOf } from './tree';

interface CreateFunction {
  funcname: readonly Name[];
  replace?: boolean;
  parameters?: readonly { FunctionParameter: { argType: Type; mode: string; defexpr?: object } }[];
  returnType?: Type & { setof?: boolean };
}

interface Type {
  names: readonly Name[];
  arrayBounds?: readonly unknown[];
}

/**
 * How builds call the function of a file: its name, the types of its parameters, `?` behind one with a default, and what it
 * returns. Names of parameters are left out, since callers give them by place.
 * @throws Error when the file holds anything but one `create or replace function`
 */
export async function readSignature(text: string): Promise<string> {
  const statements = await readStatements(text);
  const [{ kind, body }] = statements;
  const made = body as CreateFunction;
  if (statements.length !== 1 || kind !== 'CreateFunctionStmt' || !made.replace) {
    throw new Error('A file of functions/ holds one `create or replace function` and nothing else.');
  }
  const parameters = (made.parameters ?? []).map(({ FunctionParameter: { argType, mode, defexpr } }) => {
    const side =
      mode === 'FUNC_PARAM_DEFAULT' || mode === 'FUNC_PARAM_IN' ? '' : `${mode.slice('FUNC_PARAM_'.length)} `;
    return `${side.toLowerCase()}${typeOf(argType)}${defexpr ? '?' : ''}`;
  });
  const returned = made.returnType ? `${made.returnType.setof ? 'setof ' : ''}${typeOf(made.returnType)}` : 'nothing';
  return `${textOf(made.funcname)}(${parameters.join(', ')}) returns ${returned}`;
}

function typeOf({ names, arrayBounds = [] }: Type): string {
  return `${textOf(names).replace('pg_catalog.', '')}${'[]'.repeat(arrayBounds.length)}`;
}
