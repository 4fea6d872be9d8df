// What a project may import, by the tag `kind:` of its project.json. A project of two kinds keeps to both.

/** Files that no start runs: they may import more than what they test may. */
const tests = [
  '.*\\.(?:spec|e2e|fake)\\.ts$',
  'apps/[^/]+/src/spec-room\\.ts$',
  'apps/[^/]+/src/(?:testing|world)/',
  'libs/contracts/src/testing/',
  'libs/filter/src/agreement/',
];

const checks = ['ajv', 'ajv-formats'];
// Specs of contracts read each declaration a second time (docs/decisions/0001-one-declaration-a-field.md); services do not.
const secondChecks = ['class-validator', 'class-transformer', 'reflect-metadata'];
const infrastructure = ['@nestjs/', 'typeorm', 'nats', 'pg', 'fastify', 'undici'];
const inTests = ['testing', 'app', 'adapter'];

/**
 * `imports`: the kinds that it may import. `packages`: the only packages that it may import; `noPackages`: those that it may
 * not. A name that ends with a slash stands for all packages of a scope.
 */
const kinds = {
  app: { imports: ['adapter', 'contract', 'domain'] },
  adapter: { imports: ['adapter', 'contract', 'domain'] },
  contract: { imports: ['domain'], packages: checks },
  domain: { imports: ['domain'], noPackages: infrastructure },
  // Servers for tests, and the bench: they open whatever they test.
  testing: { imports: ['app', 'adapter', 'client', 'contract', 'domain', 'e2e', 'testing'] },
  e2e: { imports: ['testing', 'contract', 'client'] },
};

/** The same of tests in these projects. */
const kindsInTests = {
  ...kinds,
  app: { imports: [...kinds.app.imports, ...inTests] },
  adapter: { imports: [...kinds.adapter.imports, ...inTests] },
  contract: {
    imports: [...kinds.contract.imports, ...inTests],
    packages: [...checks, ...secondChecks, 'fast-check', 'typescript'],
  },
  domain: { imports: [...kinds.domain.imports, ...inTests] },
};

module.exports = { kinds, kindsInTests, isTest: `^(?:${tests.join('|')})` };
