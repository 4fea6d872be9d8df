import { readFileIdentity } from './file-identity';

it('a file is known again by its size and its edges', async () => {
  const edge = 'x'.repeat(1024 * 1024);
  const texts = [
    '',
    'a',
    'b',
    `${edge}middle${edge}`,
    `y${edge.slice(1)}middle${edge}`,
    `${edge}middle${edge.slice(1)}y`,
  ];
  const names = await Promise.all(texts.map((text) => readFileIdentity(new Blob([text]))));
  expect(new Set(names).size).toBe(texts.length);
  expect(names[1]).toMatch(/^1-[0-9a-f]{16}$/);
  expect(await readFileIdentity(new Blob(['a']))).toBe(names[1]);
});
