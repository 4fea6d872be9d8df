import { enginePresets } from '@app/engines';
import { Block, blocksIn, blocksOf, calledPrograms, checkedPages } from '@app/testing/guide';
import { spawnSync } from 'node:child_process';
import { ModuleKind, transpileModule } from 'typescript';
import { ApiTable } from './api-table';

const blocks = checkedPages().flatMap(blocksOf);
const inLanguage = (...languages: string[]): [string, Block][] =>
  blocks.filter(({ language }) => languages.includes(language)).map((block) => [block.at, block]);
/** Its programs build, publish and push: of that page the shell only reads whether it is shell code. */
const isOfRelease = ({ at }: Block): boolean => at.startsWith('docs/release.md');

const api = new ApiTable();

describe('a page', () => {
  it('is cut into its blocks, with their language and marks', () => {
    const page = '# A\n\n```sh no-run\na\n\nb\n```\n\n```\nc\n```\n';
    expect(blocksIn(page, 'a')).toEqual([
      { at: 'a:3', language: 'sh', marks: ['no-run'], text: 'a\n\nb\n' },
      { at: 'a:9', language: '', marks: [], text: 'c\n' },
    ]);
    expect(() => blocksIn('```sh\na\n', 'a')).toThrow('no end');
  });

  it('has blocks in languages that are checked, and marks that mean something', () => {
    expect([...new Set(blocks.map(({ language }) => language))].sort()).toEqual(['', 'js', 'json', 'py', 'sh']);
    expect([...new Set(blocks.flatMap(({ marks }) => marks))].sort()).toEqual(['no-run', 'verify']);
  });
});

describe('the checks of calls', () => {
  it.each([
    ['curl "$BASE/namespaces/a/nothing"', 'has no GET /namespaces/a/nothing'],
    [`curl -X PUT "$BASE/namespaces/a/query" -d '{}'`, 'has no PUT'],
    [`curl "$BASE/namespaces/a/query" -d '{"limits": 3}'`, 'additional properties'],
    [`curl "https://example.com/"`, 'no address'],
  ])('find what is wrong with %s', (line, words) => {
    const [called] = calledPrograms(line);
    expect(api.faultOfCurl(called?.words ?? [])).toContain(words);
  });

  it('refuse what is no shell code, and programs that guides do not use', () => {
    expect(() => calledPrograms('if true; then')).toThrow('syntax error');
    expect(() => calledPrograms('wget x')).toThrow('wget');
  });
});

describe('the commands of the guides and of README', () => {
  it.each(inLanguage('sh').filter(([, block]) => !isOfRelease(block)))(
    'at %s call routes, scripts and presets that exist',
    (_at, { text }) => {
      const called = calledPrograms(text);
      for (const { name, words, engines } of called) {
        if (name === 'curl') expect(api.faultOfCurl(words)).toBeUndefined();
        if (name === 'npm') expect(['run', 'start', 'test']).toContain(words[0]);
        if (engines === '') continue;
        const entries = Object.values(JSON.parse(engines) as Record<string, { preset: string }>);
        for (const { preset } of entries) expect(Object.keys(enginePresets)).toContain(preset);
      }
    },
  );

  it.each(inLanguage('sh').filter(([, block]) => isOfRelease(block)))('at %s are shell code', (_at, { text }) => {
    expect(spawnSync('/bin/bash', ['-n', '-c', text], { encoding: 'utf8' }).stderr).toBe('');
  });
});

it.each(inLanguage('json'))('the JSON at %s is JSON', (_at, { text }) => {
  expect(() => JSON.parse(text) as unknown).not.toThrow();
});

// The receiver of the guide of webhooks is run in libs/sdk/src/receiver.spec.ts, the README of the client in test-e2e.
it.each(inLanguage('js'))('the program at %s is one', (_at, { text }) => {
  const { diagnostics } = transpileModule(text, {
    compilerOptions: { module: ModuleKind.ESNext, allowJs: true },
    reportDiagnostics: true,
  });
  expect(diagnostics).toEqual([]);
});
