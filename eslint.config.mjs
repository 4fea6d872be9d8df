import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import ts from 'typescript-eslint';

const noEdges = { '@typescript-eslint/no-explicit-any': 'error', '@typescript-eslint/no-floating-promises': 'error' };
const domainBans = ['@nestjs/*', 'typeorm', 'nats', 'pg', 'fastify', 'undici'];
const boundaries = (extra, external = []) => ({
  '@nx/enforce-module-boundaries': [
    'error',
    {
      allow: [],
      enforceBuildableLibDependency: false,
      depConstraints: [
        { sourceTag: 'kind:app', onlyDependOnLibsWithTags: ['kind:adapter', 'kind:contract', 'kind:domain', ...extra] },
        {
          sourceTag: 'kind:adapter',
          onlyDependOnLibsWithTags: ['kind:adapter', 'kind:contract', 'kind:domain', ...extra],
        },
        {
          sourceTag: 'kind:contract',
          onlyDependOnLibsWithTags: ['kind:domain', ...extra],
          allowedExternalImports: [
            'class-validator',
            'class-transformer',
            'reflect-metadata',
            'ajv',
            'ajv/*',
            'ajv-formats',
            ...external,
          ],
        },
        {
          sourceTag: 'kind:domain',
          onlyDependOnLibsWithTags: ['kind:domain', ...extra],
          bannedExternalImports: extra.length > 0 ? [] : domainBans,
        },
        { sourceTag: 'kind:testing', onlyDependOnLibsWithTags: ['*'] },
        { sourceTag: 'kind:e2e', onlyDependOnLibsWithTags: ['kind:testing', 'kind:contract', 'kind:client'] },
      ],
    },
  ],
});

export default ts.config(
  { ignores: ['node_modules', 'dist', '.state', '.nx', '**/fixtures/**', 'helm'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    plugins: { '@nx': nx },
    rules: {
      ...noEdges,
      ...boundaries([]),
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': 'error',
    },
  },
  {
    // Pages have types of their own: those of browsers instead of Node's.
    files: ['clients/dashboard/**/*.{ts,tsx}'],
    languageOptions: {
      parserOptions: { project: './clients/dashboard/tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@nx': nx },
    rules: {
      ...noEdges,
      ...boundaries([]),
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: "JSXAttribute[name.name='dangerouslySetInnerHTML'], Property[key.name='dangerouslySetInnerHTML']",
          message: 'Text of documents is shown as text.',
        },
      ],
    },
  },
  {
    files: [
      '**/*.spec.ts',
      '**/*.e2e.ts',
      '**/*.fake.ts',
      'apps/*/src/spec-room.ts',
      'apps/*/src/{testing,world}/**',
      'libs/filter/src/agreement/**',
    ],
    rules: boundaries(['kind:testing', 'kind:app', 'kind:adapter'], ['fast-check']),
  },
  {
    files: ['deploy/local/**', 'examples/**', 'bench/**', 'libs/testing/**', 'test-e2e/**', '**/main.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'writable',
        require: 'readonly',
        __dirname: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        performance: 'readonly',
        AbortController: 'readonly',
      },
    },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
