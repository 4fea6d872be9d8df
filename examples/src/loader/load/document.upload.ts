import { sendHalved } from '@app/sdk/bulk';
import { JudgmentError } from '@app/sdk/client';
import { readInBatches } from './batch';
import { Derivation } from '../recipe/derive';
import { Folder } from '../data/folder';
import { runEachInFlight } from './in-flight';
import { LineProblem, Numbered } from '../data/line';
import { toUpsert, UpsertOperation } from '../recipe/mapping';
import { ProgressFile } from '../data/progress';
import { SetRecipes } from '../recipe/recipe';
import { DocumentRow } from '../data/row';
import { keyOf, Target } from '../target';

export interface UploadOptions {
  /** Documents in a request; 100 to 500 is what the API does best. */
  batchSize: number;
  /** Requests at a time. */
  inFlight: number;
  /** Documents done so far, those of an earlier run included. */
  onDone(documents: number): void;
}

export interface UploadWhat {
  /** Documents to which judgments apply, or the others. */
  isJudged: boolean;
  recipes: SetRecipes;
  derivation: Derivation;
}

export interface UploadResult {
  written: number;
  unchanged: number;
  /** Done by an earlier run. */
  skipped: number;
  problems: LineProblem[];
}

const batchBytes = 4 * 1024 * 1024;
const maxRefusedLines = 50;
/** Refusals that a single document can cause; any other one stops the run, since each batch would meet it. */
const causedByOne = new Set(['invalid_request', 'too_large', 'conflict', 'unknown_image']);

class Upload {
  readonly result: UploadResult = { written: 0, unchanged: 0, skipped: 0, problems: [] };

  constructor(private readonly target: Target) {}

  /** A write is all or nothing: a refused batch is halved until the line that is to blame stands alone. */
  async write(file: string, items: Numbered<UpsertOperation>[]): Promise<void> {
    if (items.length === 0) return;
    const path = `${this.target.path}/documents`;
    await sendHalved(items, {
      isAboutRows: (error): error is JudgmentError => error instanceof JudgmentError && causedByOne.has(error.code),
      send: async (part) => {
        const body = { upsert: part.map(({ row }) => row) };
        const reply = await this.target.api
          .namespace(this.target.namespace)
          .documents.write(body, { idempotencyKey: keyOf(this.target, path, body) });
        this.result.unchanged += reply.unchanged ?? 0;
        this.result.written += reply.upserted;
      },
      refuse: ({ line }, error) => {
        this.result.problems.push({ file, line, message: error.message });
        // Not the documents then, but something about the whole: better told once than 20,000 times.
        if (this.result.problems.length >= maxRefusedLines) throw error;
      },
    });
  }
}

/**
 * Writes the documents of a set that are judged, or those that are not, in batches, several at a time, from where an earlier
 * run left off.
 */
export async function uploadDocuments(
  target: Target,
  folder: Folder,
  { isJudged, recipes, derivation }: UploadWhat,
  progress: ProgressFile,
  options: UploadOptions,
): Promise<UploadResult> {
  const upload = new Upload(target);
  let handled = 0;
  for (const file of folder.files.filter((one) => one.isJudged === isJudged)) {
    const start = progress.lineOf(file.file);
    const toItem = ({ row }: { row: DocumentRow }) => toUpsert(derivation.apply(row), recipes.attributes);
    const bounds = { items: options.batchSize, bytes: batchBytes };
    const rows = countSkipped(folder.readDocuments(file), start, () => (upload.result.skipped += 1));
    await runEachInFlight(readInBatches(file.file, rows, start, bounds, toItem), options.inFlight, async (batch) => {
      await upload.write(file.file, batch.items);
      await progress.finish(file.file, batch.afterLine, batch.lastLine);
      handled += batch.items.length;
      options.onDone(upload.result.skipped + handled);
    });
  }
  return upload.result;
}

async function* countSkipped<Row>(rows: AsyncIterable<Numbered<Row>>, start: number, onSkip: () => void) {
  for await (const numbered of rows) {
    if (numbered.line <= start) onSkip();
    yield numbered;
  }
}
