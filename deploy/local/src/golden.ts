import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Commands, type OrderReader, addExamples, addNotes, readOrder } from '@app/commands';
import { Problem } from '@app/problem';
import { type PriceTier, priceOf, unitsOf } from '@app/rating';
import { type Tolerance, difference, statisticsFamilies } from '@app/statistics/golden';

interface Vector {
  id: string;
  input: unknown;
  expected: unknown;
  tolerance: Tolerance;
}

interface VectorFile {
  family: string;
  cases: Vector[];
}

/** One family's result. `missing` counts cases of a family that no library computes yet; they are neither passed nor failed. */
export interface FamilyResult {
  family: string;
  cases: number;
  passed: number;
  failed: { id: string; difference: string }[];
  missing: number;
}

interface BillingInput {
  weight: number;
  usedBefore: number;
  tiers: PriceTier[];
  requests: { contextTokens: number; questionTokens: number[] }[];
}

function billing(input: BillingInput): unknown {
  let usedAfter = input.usedBefore;
  const requests = input.requests.map((request) => {
    try {
      const rated = unitsOf({ ...request, weight: input.weight });
      const costUsd = priceOf(usedAfter, rated.units, input.tiers);
      usedAfter += rated.units;
      return { ...rated, costUsd };
    } catch (error) {
      if (error instanceof Problem) return { error: error.code };
      throw error;
    }
  });
  return { requests, usedAfter };
}

/** Families that are built, each by name; a new library adds its line here. */
const runners: Record<string, (input: never) => unknown> = { billing, ...statisticsFamilies };

function runFamily({ family, cases }: VectorFile): FamilyResult {
  const runner = Object.hasOwn(runners, family) ? runners[family] : undefined;
  if (!runner) return { family, cases: cases.length, passed: 0, failed: [], missing: cases.length };
  const failed = cases.flatMap(({ id, input, expected, tolerance }) => {
    const found = difference(runner(input as never), expected, tolerance);
    return found ? [{ id, difference: found }] : [];
  });
  return { family, cases: cases.length, passed: cases.length - failed.length, failed, missing: 0 };
}

/**
 * Runs every reference vector of a folder (`*.json`, each `{family, about, cases: [{id, input, expected, tolerance}]}`)
 * against the libraries, in the order of the files' names.
 */
export async function runGolden(folder: string): Promise<FamilyResult[]> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => runFamily(JSON.parse(readFileSync(join(folder, file), 'utf8')) as VectorFile));
}

/** The words of `npm run golden`, read into the folder. */
export const goldenTable: Commands<OrderReader<string>> = (golden, run) => {
  golden
    .description('Computes every reference vector of a folder with the libraries and compares the results.')
    .argument('<folder>', 'holds *.json files, each {family, about, cases: [{id, input, expected, tolerance}]}')
    .action(run((_: object, folder: string) => folder));
  addExamples(golden, 'vectors');
  addNotes(golden, 'Exit code: 0 nothing failed, 1 a case failed, 2 the folder cannot be read.');
};

/**
 * `npm run golden -- <folder>`: prints a row per family and each difference.
 * @returns exit code: 0 when nothing failed (missing families are no failure), 1 when a case failed, 2 without reference vectors
 * @throws UnreadableCommand when no folder is named
 */
export async function runGoldenCommand(args: string[]): Promise<number> {
  const folder = readOrder('npm run golden --', [goldenTable], args);
  if (!existsSync(folder)) {
    console.error(`There is no folder ${folder}; name a folder of reference vectors.`);
    return 2;
  }
  const results = await runGolden(folder);
  if (results.length === 0) {
    console.error(`${folder} holds no *.json file; name a folder of reference vectors.`);
    return 2;
  }
  const columns = results.map(({ failed, ...rest }) => ({ ...rest, failed: failed.length }));
  console.table(columns, ['family', 'cases', 'passed', 'failed', 'missing']);
  const failures = results.flatMap(({ failed }) => failed);
  for (const { id, difference: text } of failures) console.error(`${id} ${text}`);
  const total = (pick: (result: FamilyResult) => number) => results.reduce((sum, result) => sum + pick(result), 0);
  console.log(`${total((r) => r.passed)} passed, ${failures.length} failed, ${total((r) => r.missing)} missing`);
  return failures.length === 0 ? 0 : 1;
}
