import { curlOf, programOf, shellQuoted } from './as-code';

it('puts what a shell would take for its own between single quotes', () => {
  expect(["it's; rm -rf *", '$HOME `id`', 'acme%2Fdesk', ''].map(shellQuoted)).toEqual([
    `'it'\\''s; rm -rf *'`,
    "'$HOME `id`'",
    'acme%2Fdesk',
    "''",
  ]);
});

it('names the method, the body and the key of the environment', () => {
  expect(curlOf({ method: 'GET', path: '/jobs' }, 'https://j.example')).toBe(
    'curl -H "Authorization: Bearer $JUDGMENT_API_KEY" https://j.example/v1/jobs',
  );
  expect(curlOf({ method: 'POST', path: '/x', body: { a: "it's" } }, 'https://j.example')).toContain(
    `-X POST -H 'Content-Type: application/json' -d '{"a":"it'\\''s"}'`,
  );
});

it('puts an expression into a whole program', () => {
  expect(programOf('client.jobs.list()')).toContain('console.log(await client.jobs.list());');
});
