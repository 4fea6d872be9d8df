import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { helmProgram } from './helm';
import { Manifest, manifestsOf } from './manifest';

/** The checkout. */
export const root = resolve(__dirname, '../../..');

let program: string | undefined;

/** Runs Helm in the checkout; the first call of a process may fetch it, which takes minutes. */
export function helm(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  if (program === undefined) {
    mkdirSync(join(root, '.state'), { recursive: true });
    program = helmProgram(join(root, '.state/helm'));
  }
  // A run takes a tenth of a second and little memory: collecting it would be a third of the time.
  const env = { ...process.env, GOGC: 'off' };
  return spawnSync(program, args, { cwd: root, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

/** `--set` before each value. */
export function set(...values: readonly string[]): string[] {
  return values.flatMap((value) => ['--set', value]);
}

/**
 * The manifests of the chart under these arguments.
 * @throws Error with what Helm says when it refuses them
 */
export function render(args: readonly string[], { release = 'judgments', namespace = 'default' } = {}): Manifest[] {
  const { status, stdout, stderr } = helm('template', release, 'helm', '--namespace', namespace, ...args);
  if (status !== 0) throw new Error(stderr);
  return manifestsOf(stdout);
}

/** What stands at places, each `Kind name` of a manifest and a JSON pointer into it; undefined where there is nothing. */
export function standingAt(places: readonly string[], manifests: readonly Manifest[]): Record<string, unknown> {
  const byName = new Map(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest]));
  const found = places.map((place) => {
    const [name, ...steps] = place.split('/').map((step) => step.replaceAll('~1', '/'));
    const inside = (value: unknown, step: string) => (value as Record<string, unknown> | undefined)?.[step];
    return [place, steps.reduce<unknown>(inside, byName.get(name))];
  });
  return Object.fromEntries(found) as Record<string, unknown>;
}
