import { csvLines, labelCells, labelColumns } from '@app/csv';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { EXIT } from '@app/commands';
import { Refusal } from '../../exit/refusal';
import { DrawnLine } from '../../output/drawn-line';
import { sizeOf } from '../../export/export-file';
import type { Call, Commands } from '../call/call';
import { wholeNumber } from '../call/text-argument';

interface Options {
  judgment: string;
  sources?: string;
  since?: string;
  until?: string;
  engineVersion?: string;
  limit?: number;
  fresh?: boolean;
}

/** The labels of a report, so that others can count its figures. */
export const labels: Commands = (tree, run) => {
  const group = tree.command('labels').description('The labels that a report counts.');
  group
    .command('export')
    .argument('<file>', 'a CSV file; - is the output')
    .requiredOption('-j, --judgment <name>', 'the judgment')
    .option('--sources <names>', 'of posted,rule,queue,implicit')
    .option('--since <time>', 'outcomes observed at or after it')
    .option('--until <time>', 'outcomes observed before it')
    .option('--engine-version <epoch>', 'the epoch whose labels count; the newest when left out')
    .option('--limit <n>', 'labels a page, 1 to 5000', wholeNumber(1, 5_000))
    .option('--fresh', 'replace the file')
    .description('Writes each label with its prediction and its weight, page by page.')
    .action(run(exportLabels));
};

async function exportLabels(call: Call<Options>, path: string): Promise<void> {
  const { options, print, world } = call;
  if (path === '-') return tellOfChange(await writeLabels(call, (text) => print.writeRaw(text)));
  if (!options.fresh && sizeOf(path) !== null) {
    throw new Refusal(`${path} is there already. To replace it: --fresh`, EXIT.conflict);
  }
  // A run that is cut off leaves no file that looks whole.
  const part = `${path}.part`;
  const file = openSync(part, 'w');
  const line = new DrawnLine(world);
  try {
    const written = await writeLabels(call, async (text, progress) => {
      append(file, text);
      await line.draw(progress);
    });
    fsyncSync(file);
    renameSync(part, path);
    await line.finish(`${path}: ${written.labels.toLocaleString('en')} labels`);
    await tellOfChange(written);
  } finally {
    closeSync(file);
    rmSync(part, { force: true });
  }

  async function tellOfChange({ snapshots }: Written): Promise<void> {
    if (snapshots < 2) return;
    await print.tell('Labels changed while they were read, so that their weights are not of one moment; run it again.');
  }
}

interface Written {
  labels: number;
  /** States of the labels that the pages are of; one when nothing changed between them. */
  snapshots: number;
}

/** Reads every page and writes it as lines of CSV. */
async function writeLabels(
  { namespace, options, world }: Call<Options>,
  write: (text: string, progress: string) => Promise<void>,
): Promise<Written> {
  const { judgment, sources, since, until, engineVersion: engine_version, limit } = options;
  const query = { sources, since, until, engine_version, limit };
  const found = namespace.judgments.get(judgment).calibrationLabels(query, { signal: world.signal });
  const snapshots = new Set<string>();
  let labels = 0;
  for await (const page of found.pages()) {
    const rows = page.rows.map((row) => labelCells(page, row));
    const text = csvLines(snapshots.size === 0 ? [labelColumns(page), ...rows] : rows);
    snapshots.add(page.snapshot);
    labels += rows.length;
    await write(text, `${labels.toLocaleString('en')} of ${page.labels.toLocaleString('en')} labels`);
  }
  return { labels, snapshots: snapshots.size };
}

function append(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at);
}
