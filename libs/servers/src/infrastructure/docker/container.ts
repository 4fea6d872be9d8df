import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runDocker, isRunning, readLastLines } from './docker';
import { reasonOf, SetupFailure } from '../failure';

/** Seconds that a server in a container gets to end by itself. */
const stopS = 20;
/** Postgres may make its data folder or recover first. */
const readyMs = 120_000;

export interface Container {
  stop(): Promise<void>;
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** SIGKILL; then a program of the image runs on the container's folders; then the container is started again. */
  restartAfter(program: string): Promise<void>;
}

export interface Wanted {
  what: 'postgres' | 'nats';
  image: string;
  /** Options of `docker run`, and words of the program inside. */
  options: string[];
  words: string[];
  env?: Record<string, string>;
  /** Why it takes no connections yet; undefined when it does. */
  readRefusal(): Promise<string | undefined>;
}

/**
 * A file keeps the container's id from the moment that it exists: the guard removes what it names when we are killed. One
 * that was left over none the less has a label with the folder, and goes before the new one comes.
 */
export async function startContainer(folder: string, wanted: Wanted): Promise<Container> {
  const { what, image, options, words, env, readRefusal: refusal } = wanted;
  const idFile = join(folder, `${what}.cid`);
  const label = `judgment-service=${what} of ${folder}`;
  const remove = async (container: string) => {
    await runDocker(['rm', '--force', '--volumes', container]);
    rmSync(idFile, { force: true });
  };
  const left = await runDocker(['ps', '--all', '--quiet', '--filter', `label=${label}`]);
  for (const one of left.split('\n').filter(Boolean)) await remove(one);
  rmSync(idFile, { force: true }); // "docker run" writes over no file
  const id = await runDocker(
    ['run', '--detach', '--cidfile', idFile, '--label', label, ...options, image, ...words],
    env,
  );
  const waitReady = () => waitUntilReady(what, id, refusal);
  const kill = async () => {
    if (await isRunning(id)) await runDocker(['kill', id]);
  };
  try {
    await waitReady();
  } catch (error) {
    await remove(id);
    throw error;
  }
  return {
    kill,
    async stop() {
      await runDocker(['stop', '-t', `${stopS}`, id]);
      await remove(id);
    },
    async restart() {
      await runDocker(['restart', '-t', `${stopS}`, id]);
      await waitReady();
    },
    async restartAfter(program) {
      await kill();
      await runDocker(['run', '--rm', '--volumes-from', id, '--entrypoint', 'sh', image, '-c', program]);
      await runDocker(['start', id]);
      await waitReady();
    },
  };
}

async function waitUntilReady(what: string, id: string, refusal: Wanted['readRefusal']): Promise<void> {
  const until = Date.now() + readyMs;
  for (;;) {
    const reason = await refusal();
    if (reason === undefined) return;
    const runs = await isRunning(id);
    if (!runs || Date.now() > until) {
      const why = runs ? reason : reasonOf(await readLastLines(id));
      throw new SetupFailure(`The container of ${what} did not start (${why}): mend that and start again.`);
    }
    await sleep(100);
  }
}

/** Reached from this machine alone. */
export function published(port: number, inside: number): string[] {
  return ['--publish', `127.0.0.1:${port}:${inside}`];
}

/** A volume of Docker's own. */
export function kept(volume: string, target: string): string[] {
  return ['--mount', `type=volume,source=${volume},target=${target}`];
}

/** A file of this machine, which the container reads. */
export function readable(source: string, target: string): string[] {
  return ['--mount', `type=bind,source=${source},target=${target},readonly`];
}
