const { readFileSync } = require('node:fs');
const packedSdk = require('./test-e2e/packed-sdk.cjs');
const { compilerOptions } = JSON.parse(readFileSync(`${__dirname}/tsconfig.base.json`, 'utf8'));
const moduleNameMapper = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([alias, [file]]) => [`^${alias}$`, file.replace('./', '<rootDir>/')]),
);
// Packages that exist as ES modules only, which jest cannot load as they are.
const modules = '@observablehq/plot|isoformat|internmap|d3-[a-z-]+|openid-client|oauth4webapi|jose';
const own = (name, ending = 'cjs') => `<rootDir>/libs/testing/src/jest/${name}.${ending}`;
const isolated = { testEnvironment: own('patient-environment'), runtime: own('cached-runtime') };
// Files of a worker share the modules that they import; the full form loads them anew for each file
// (docs/decisions/0203-modules-are-loaded-once-a-worker.md).
const isIsolated = Boolean(process.env.ISOLATED || process.env.LONG);
const shared = isIsolated ? isolated : { testEnvironment: own('environment'), runtime: own('runtime') };
const common = {
  rootDir: __dirname,
  transform: {
    '^.+\\.ts$': ['@swc/jest'],
    [`/node_modules/(${modules})/.+\\.js$`]: ['@swc/jest'],
    '^.+\\.sql$': '<rootDir>/libs/testing/src/jest/sql-text.cjs',
    '^.+\\.md$': '<rootDir>/deploy/tools/build/markdown/jest-page.cjs',
  },
  transformIgnorePatterns: [`/node_modules/(?!(${modules})/)`],
  // Its build as ES module has a name that jest never transforms.
  moduleNameMapper: { ...moduleNameMapper, '^d3$': '<rootDir>/node_modules/d3/dist/d3.js' },
  setupFiles: ['reflect-metadata'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.state'],
  // In Jest's sandbox each global is looked up through an interceptor: files that calculate took five times as long.
  sandboxInjectedGlobals: ['Math'],
};
// Specs that need the real Postgres and NATS say so in their names.
const real = ['**/*.store.spec.ts', '**/*.bus.spec.ts'];
// Scenarios that need programs beyond those of `npm test`, which says that it leaves them out.
const onlyLong = ['**/test-e2e/python.e2e.ts'];
/** @type {import('jest').Config} */
module.exports = {
  // An isolated worker keeps memory of every file that it has run: gigabytes by the end, which slow down the files that come last.
  // One that shares modules loses them when it begins anew; the largest one of a whole run had 763 MB.
  workerIdleMemoryLimit: '1000MB',
  testSequencer: '<rootDir>/libs/testing/src/jest/sequencer.cjs',
  projects: [
    {
      ...common,
      ...shared,
      displayName: 'unit',
      setupFilesAfterEnv: ['<rootDir>/libs/testing/src/jest/default-limit.ts'],
      testMatch: [
        '**/{apps,clients,libs,deploy,examples,bench}/**/*.spec.ts',
        '!**/fixtures/**',
        ...real.map((p) => `!${p}`),
      ],
    },
    {
      ...common,
      ...shared,
      displayName: 'real',
      setupFiles: [...common.setupFiles, own('end-stack'), own('own-pair', 'ts'), own('at-rest', 'ts')],
      setupFilesAfterEnv: ['<rootDir>/libs/testing/src/jest/default-limit.ts'],
      testMatch: real,
      globalSetup: '<rootDir>/libs/testing/src/jest/global-setup.ts',
      globalTeardown: '<rootDir>/libs/testing/src/jest/global-teardown.ts',
    },
    {
      ...common,
      ...shared,
      displayName: 'e2e',
      moduleNameMapper: { ...common.moduleNameMapper, '^@app/sdk$': `${packedSdk.place}/index.cjs` },
      setupFilesAfterEnv: ['<rootDir>/libs/testing/src/jest/default-limit.ts'],
      testMatch: ['<rootDir>/test-e2e/**/*.e2e.ts', ...(process.env.LONG ? [] : onlyLong.map((p) => `!${p}`))],
      globalSetup: '<rootDir>/test-e2e/global-setup.ts',
      globalTeardown: '<rootDir>/test-e2e/global-teardown.ts',
    },
  ],
};
