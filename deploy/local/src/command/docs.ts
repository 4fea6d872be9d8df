import { type Commands, type OrderReader, addExamples } from '@app/commands';
import { SetupFailure } from '@app/servers';
import { join } from 'node:path';
import { runNode } from '../supervisor/migration';
import { runScript } from '../supervisor/script';
import { built, workspaceRoot } from '../workspace';
import { helpFile } from './reader';

/** The words of `npm run docs`. */
export const docsTable: Commands<OrderReader<void>> = (docs) => {
  docs
    .description(
      'Writes the OpenAPI and AsyncAPI documents of this build to docs/api, and the helps of all commands to deploy/local/help.json.',
    )
    .argument('[folder]', 'holds libs/contracts/examples and gets docs/api alone (this checkout)');
  addExamples(docs, '');
};

/** `npm run docs`: the gateway writes the documents; the spec that compares the helps writes them. @returns the exit code */
export async function writeDocs(args: string[]): Promise<number> {
  const code = await runScript([built('apps/gateway'), 'docs', ...args]);
  if (code !== 0 || args.length > 0) return code;
  const jest = join(workspaceRoot, 'node_modules/jest/bin/jest.js');
  const spec = 'deploy/local/src/command/help-file.spec.ts';
  const env = { ...(process.env as Record<string, string>), WRITE_HELP: '1' };
  const wrote = await runNode([jest, spec, '--selectProjects', 'unit'], env);
  if (wrote.code !== 0) throw new SetupFailure(`${wrote.output}\nThe helps were not written: mend what it says above.`);
  console.log(helpFile);
  return 0;
}
