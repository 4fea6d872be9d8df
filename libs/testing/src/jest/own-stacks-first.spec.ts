import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../process/workspace';
import OwnStacksFirst from './own-stacks-first.cjs';

const folder = join(workspaceRoot, 'test-e2e');
const files = readdirSync(folder).filter((name) => name.endsWith('.e2e.ts'));
/** Jest's usual order without known times: by size, here the alphabet's. */
const context = {
  config: { cache: false },
  hasteFS: { getSize: (path: string) => files.length - files.indexOf(path.slice(folder.length + 1)) },
};

describe('the order of end-to-end files', () => {
  it('has those first that open a stack of their own, and keeps the usual order among them and the others', async () => {
    const sequencer = new OwnStacksFirst({ contexts: [], globalConfig: {} });
    const sorted = await sequencer.sort(files.map((name) => ({ path: join(folder, name), context })));
    const names = sorted.map(({ path }) => path.slice(folder.length + 1));
    const own = files.filter((name) => OwnStacksFirst.opensOwnStack(join(folder, name)));
    expect(own).toEqual(expect.arrayContaining(['deliveries.e2e.ts', 'kills.e2e.ts', 'replicas.e2e.ts']));
    expect(own.length).toBeLessThan(files.length / 2);
    expect(names).toEqual([...own, ...files.filter((name) => !own.includes(name))]);
  });

  it('takes no other file for one of them', () => {
    expect(OwnStacksFirst.opensOwnStack(join(workspaceRoot, 'libs/testing/src/stack/stack.ts'))).toBe(false);
  });
});
