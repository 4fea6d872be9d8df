import type { Schema } from '@app/sdk/client';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { JudgmentSpec } from '../loader/data/judgment';
import { Tenancy } from '../loader/load/tenant';
import { Target } from '../loader/target';

/** A report as it was read. */
export interface ReadReport {
  namespace: string;
  judgment: string;
  report: Schema<'CalibrationReport'>;
  /** How long the reading took. */
  seconds: number;
  /** Where it was saved, without `.json` and `.html`; null when it was not. */
  file: string | null;
}

const nameOfFile = (namespace: string) => namespace.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/-+$/, '');

async function readOne(target: Target, judgment: string, folder: string | null): Promise<ReadReport> {
  const path = `${target.path}/judgments/${encodeURIComponent(judgment)}/calibration`;
  const start = performance.now();
  const report = await target.api.namespace(target.namespace).judgments.get(judgment).calibration();
  const seconds = (performance.now() - start) / 1_000;
  const file = folder && join(folder, nameOfFile(target.namespace), judgment);
  if (file !== null) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.json`, `${JSON.stringify(report, null, 2)}\n`);
    const page = target.api.request<string>('GET', path, undefined, { accept: 'text/html' });
    await writeFile(`${file}.html`, await page);
  }
  return { namespace: target.namespace, judgment, report, seconds, file };
}

/**
 * The reports of a set: of each judgment, and of each tenant's part of it where there are several.
 * @param folder where each is saved as JSON and as a page; null saves none
 */
export async function readReports(
  { scope, tenants }: Tenancy,
  judgments: JudgmentSpec[],
  folder: string | null,
): Promise<ReadReport[]> {
  const targets = tenants.length > 1 ? [scope, ...tenants.map(({ target }) => target)] : [scope];
  const reports: ReadReport[] = [];
  for (const { key } of judgments) for (const target of targets) reports.push(await readOne(target, key, folder));
  return reports;
}
