import { runExample, type ExampleRun } from './example-run';
import type { Ready } from './ready-file';

const ready: Ready = {
  base_url: 'http://127.0.0.1:8080/v1',
  base_urls: ['http://127.0.0.1:8080/v1'],
  api_key: 'k',
  sign_in_link: 'http://127.0.0.1:8080/app/link#t=x',
  owner: { email: 'owner@acme.example', password: 'p' },
  example: 'judging',
  example_namespace: null,
};
const namespace = 'examples/support-desk';

/** A run that goes well, with changes to it. @returns what scripts and people were told */
async function told(more: Partial<ExampleRun>): Promise<{ written: Ready[]; said: string }> {
  const written: Ready[] = [];
  const said: string[] = [];
  await runExample({
    ready,
    judge: () => Promise.resolve(namespace),
    change: () => Promise.resolve('A note was followed.'),
    write: (one) => written.push(one),
    say: (text) => said.push(text),
    isStopping: () => false,
    ...more,
  });
  return { written, said: said.join('\n') };
}

describe('the example of a service that runs', () => {
  it('stands in the ready file and on the terminal once it is judged', async () => {
    const { written, said } = await told({});
    expect(written).toEqual([{ ...ready, example: 'judged', example_namespace: namespace }]);
    expect(said).toMatch(/^A note was followed\.\n[^]*examples%2Fsupport-desk\/query/);
  });

  it('that fails stands there with its reason, and the services go on', async () => {
    const { written, said } = await told({ judge: () => Promise.reject(new Error('The example was not judged.')) });
    expect(written).toEqual([{ ...ready, example: 'failed' }]);
    expect(said).toBe('The example was not judged.\nThe services go on.');
  });

  it('stays judged when what came after it failed', async () => {
    const { written, said } = await told({ change: () => Promise.reject(new Error('POST /query answered 500')) });
    expect(written).toEqual([{ ...ready, example: 'judged', example_namespace: namespace }]);
    expect(said).toBe('POST /query answered 500\nThe services go on.');
  });

  it('that ends because everything is stopped is no failure', async () => {
    const cut = { judge: () => Promise.reject(new Error('The example was not judged.')), isStopping: () => true };
    expect(await told(cut)).toEqual({ written: [], said: '' });
  });
});
