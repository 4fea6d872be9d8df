import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';
import { Packed, faultsOf, warningsOf } from './package-faults.cjs';

const whole = (): Packed => ({
  manifest: {
    version: '1.0.0',
    license: 'MIT',
    main: './a.cjs',
    bin: { a: 'a.cjs' },
    exports: { '.': { import: { types: './a.d.mts', default: './a.mjs' } } },
    engines: { node: '>=20' },
  },
  files: new Map([
    ['package.json', '{}'],
    ['README.md', '# A'],
    ['a.cjs', '#!/usr/bin/env node\n'],
    ['a.mjs', ''],
    ['a.d.mts', ''],
  ]),
});

describe('a packed package', () => {
  it('that is whole has no fault', () => {
    expect(faultsOf(whole(), '1.0.0')).toEqual([]);
    expect(warningsOf(whole())).toEqual([]);
  });

  it.each<[string, (packed: Packed) => void, string]>([
    ['a file that it names is missing', ({ files }) => (files as Map<string, string>).delete('a.d.mts'), 'a.d.mts'],
    ['its program cannot be run', ({ files }) => (files as Map<string, string>).set('a.cjs', ''), '#!/usr/bin/env'],
    ['it holds a source', ({ files }) => (files as Map<string, string>).set('src/a.ts', ''), 'src/a.ts'],
    ['it holds a test', ({ files }) => (files as Map<string, string>).set('a.spec.js', ''), 'a.spec.js'],
    ['it has no README', ({ files }) => (files as Map<string, string>).delete('README.md'), 'README.md'],
    ['it needs another package', ({ manifest }) => (manifest['dependencies'] = { b: '1' }), 'dependencies'],
    ['its version is another', ({ manifest }) => (manifest['version'] = '0.9.0'), '0.9.0'],
    ['it says no Node', ({ manifest }) => delete manifest['engines'], 'engines.node'],
    ['it has no licence', ({ manifest }) => delete manifest['license'], 'licence'],
  ])('has a fault when %s', (_what, change, words) => {
    const packed = whole();
    change(packed);
    expect(faultsOf(packed, '1.0.0')).toEqual([expect.stringContaining(words)]);
  });
});

it('both packages say that their licence is open, and README and the page of releases say so too', () => {
  for (const path of ['clients/cli/package.json', 'libs/sdk/package.json']) {
    const manifest = JSON.parse(readFileSync(join(workspaceRoot, path), 'utf8')) as Record<string, unknown>;
    expect(warningsOf({ manifest, files: new Map() })).toHaveLength(1);
  }
  for (const page of ['README.md', 'docs/release.md'])
    expect(readFileSync(join(workspaceRoot, page), 'utf8')).toContain('UNLICENSED');
});

// Specs of both packages install them in every run; this is the publisher's program as a whole.
if (process.env['LONG'] === '1')
  it.each(['cli', 'sdk'])('the program that checks the packages finds no fault of %s but the open licence', (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'release-'));
    try {
      const program = join(workspaceRoot, 'deploy/tools/release/check-packages.mjs');
      const printed = execFileSync(process.execPath, [program, folder, name], { encoding: 'utf8' });
      expect(printed.match(/warning/g)).toHaveLength(1);
      expect(printed).toContain(`@judgment-service/${name}: warning: The licence is UNLICENSED`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
