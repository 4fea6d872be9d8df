import { featuresVersion, type Features } from '@app/learning';
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from './training.store';

/** What is kept of a labelled answer's context: hashes and numbers, and no text of it. */
export interface ReadContext {
  /** `contextKey`. */
  key: string;
  features: Features;
  base: number[];
}

interface Line {
  answer: string;
  key: string;
  index: string;
  value: string;
  base: number[];
}

/** Contexts that an earlier training has read, by answer, so that each is asked for once. */
export class LabelCache {
  /** @param base model of the engine below: another one's answers are not these */
  constructor(
    private readonly folder: string,
    private readonly base: string,
  ) {}

  async read(judgment: string): Promise<Map<string, ReadContext>> {
    const text = await readFile(this.pathOf(judgment), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const [head, ...lines] = text.split('\n').filter((line) => line !== '');
    if (head !== this.header) return new Map();
    return new Map(lines.map((line) => readLine(JSON.parse(line) as Line)));
  }

  /** Keeps these and no others. */
  async write(judgment: string, contexts: ReadonlyMap<string, ReadContext>): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const lines = [...contexts].map(([answer, { key, features, base }]) => {
      return JSON.stringify({ answer, key, index: packed(features.index), value: packed(features.value), base });
    });
    await writeWhole(this.pathOf(judgment), [this.header, ...lines, ''].join('\n'));
  }

  private get header(): string {
    return JSON.stringify({ features: featuresVersion, base: this.base });
  }

  private pathOf(judgment: string): string {
    return join(this.folder, `labels-${createHash('sha256').update(judgment).digest('hex').slice(0, 32)}.jsonl`);
  }
}

function readLine({ answer, key, index, value, base }: Line): [string, ReadContext] {
  const features = { index: new Uint16Array(unpacked(index)), value: new Float32Array(unpacked(value)) };
  return [answer, { key, features, base }];
}

function packed({ buffer, byteOffset, byteLength }: Uint16Array | Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

function unpacked(text: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(text, 'base64')).buffer;
}
