import { packHead, unpackHead } from '@app/learning';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Training } from './training';

const format = 1;
/** Trainings that stay on disk: the one in use, and the one before it. */
const kept = 2;
/** Bytes of one training's heads, on disk and in the engine's memory. */
export const maxHeadBytes = 512 * 2 ** 20;

/** Where the parts of a training's heads lie in its file. */
interface Manifest extends Omit<Training, 'judgments'> {
  format: number;
  /** SHA-256 of the heads' file. */
  sha256: string;
  judgments: { where: string; question: string; sizes: number[] }[];
}

/** Trainings on disk. A reader sees a whole training or the one before it, whenever the writer is stopped. */
export class TrainingStore {
  constructor(private readonly folder: string) {}

  /** The training in use; null before the first. @throws Error when its files are not whole, with what to do */
  async read(): Promise<Training | null> {
    const name = await readFile(this.pointer, 'utf8').catch(absent);
    if (name === null) return null;
    const manifest = JSON.parse(await readFile(join(this.folder, `${name}.json`), 'utf8')) as Manifest;
    const bytes = await readFile(join(this.folder, `${name}.heads`));
    if (manifest.format !== format || createHash('sha256').update(bytes).digest('hex') !== manifest.sha256) {
      throw new Error(
        `The training in ${this.folder} is of another format or damaged: delete the folder and train again.`,
      );
    }
    let at = 0;
    const judgments = manifest.judgments.map(({ where, question, sizes }) => {
      const heads = sizes.map((size) => unpackHead(bytes.subarray(at, (at += size))));
      return { where, question, heads };
    });
    const { version, organization, trainedAtMs, findings } = manifest;
    return { version, organization, trainedAtMs, findings, judgments };
  }

  /** Moves whenever another training is in use. */
  async mark(): Promise<string> {
    const found = await stat(this.pointer).catch(absent);
    return found === null ? '' : `${found.ino} ${found.mtimeMs}`;
  }

  async write(training: Training): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const packed = training.judgments.map(({ heads }) => heads.map(packHead));
    const bytes = Buffer.concat(packed.flat());
    const name = `${training.trainedAtMs}-${randomUUID().slice(0, 8)}`;
    const manifest: Manifest = {
      ...training,
      format,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      judgments: training.judgments.map(({ where, question }, at) => {
        return { where, question, sizes: packed[at].map((head) => head.length) };
      }),
    };
    await writeWhole(join(this.folder, `${name}.heads`), bytes);
    await writeWhole(join(this.folder, `${name}.json`), JSON.stringify(manifest));
    // Only now does a reader find it.
    await writeWhole(this.pointer, name);
    await this.removeOld();
  }

  private get pointer(): string {
    return join(this.folder, 'current');
  }

  private async removeOld(): Promise<void> {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith('.json')).sort();
    for (const name of names.slice(0, -kept)) {
      for (const file of [name, name.replace(/json$/, 'heads')]) await rm(join(this.folder, file), { force: true });
    }
  }
}

/** Writes a file so that it is either there in whole and on the disk, or not at all. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
