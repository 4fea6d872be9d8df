const { readFileSync } = require('node:fs');
const { compilerOptions } = JSON.parse(readFileSync(`${__dirname}/tsconfig.base.json`, 'utf8'));
const moduleNameMapper = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([alias, [file]]) => [`^${alias}$`, file.replace('./', '<rootDir>/')]),
);
const common = {
  rootDir: __dirname,
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  moduleNameMapper,
  setupFiles: ['reflect-metadata'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.state'],
};
// Specs that need the real Postgres and NATS say so in their names.
const real = ['**/*.store.spec.ts', '**/*.bus.spec.ts'];
/** @type {import('jest').Config} */
module.exports = {
  projects: [
    {
      ...common,
      displayName: 'unit',
      setupFilesAfterEnv: ['<rootDir>/libs/testing/src/jest/patience.ts'],
      testMatch: ['**/{apps,libs,deploy,examples,bench}/**/*.spec.ts', ...real.map((p) => `!${p}`)],
    },
    {
      ...common,
      displayName: 'real',
      setupFiles: [...common.setupFiles, '<rootDir>/libs/testing/src/jest/own-pair.ts'],
      setupFilesAfterEnv: ['<rootDir>/libs/testing/src/jest/patience.ts'],
      testMatch: real,
      globalSetup: '<rootDir>/libs/testing/src/jest/global-setup.ts',
      globalTeardown: '<rootDir>/libs/testing/src/jest/global-teardown.ts',
    },
    {
      ...common,
      displayName: 'e2e',
      setupFilesAfterEnv: ['<rootDir>/libs/testing/src/jest/patience.ts'],
      testMatch: ['<rootDir>/test-e2e/**/*.e2e.ts'],
      globalSetup: '<rootDir>/test-e2e/global-setup.ts',
      globalTeardown: '<rootDir>/test-e2e/global-teardown.ts',
    },
  ],
};
