import { RawReport, RawMetrics } from '@app/contracts';
import { shownVersion } from '@app/definition';
import { invalid } from '@app/problem';
import { Judgment } from '../judgment/judgment';
import { Scores, likeliest, nearestLevel, scoresOfBool, scoresOfClasses } from './metrics';

/** A label with the numbers of the answer it was given to. */
export interface LabelRow {
  value: boolean | string | number | null;
  escape: boolean;
  source: string;
  hindsight: boolean;
  engine_version: string | null;
  number: number | null;
  escape_p: number | null;
  dist: Record<string, number> | null;
}

export const sources = ['posted', 'rule', 'queue', 'implicit'] as const;

/** @throws Problem `invalid_request` for a source that does not exist, or named twice; none or left out is all */
export function readSources(text: string | undefined): string[] {
  const named = (text ?? '').split(',').filter((source) => source !== '');
  const isKnown = named.every((source) => sources.some((known) => known === source));
  if (!isKnown || new Set(named).size < named.length) {
    throw invalid(
      'bad_enum',
      '/sources',
      `\`sources\` must be some of ${sources.join(', ')}, each once, with commas between.`,
    );
  }
  return named.length === 0 ? [...sources] : named;
}

/**
 * Counts and raw metrics of the active version's labels, those of deleted documents and those bound after the fact
 * included (the latter counted apart). Nothing was fitted on them, so they flatter nobody; nothing is held out either.
 * `engine_version` is the one epoch that all labels come from, null when there are several.
 */
export function reportOf(judgment: Judgment, rows: LabelRow[]): RawReport {
  const epochs = new Set(rows.map(({ engine_version }) => engine_version));
  const count = (source: string) => rows.filter((row) => row.source === source).length;
  const yes = rows.filter(({ value }) => value === true).length;
  return {
    version: shownVersion(judgment.copied, judgment.active_version),
    engine_version: epochs.size === 1 ? ([...epochs][0] ?? null) : null,
    fit: null,
    read_with: 'raw',
    base_rate: judgment.type === 'bool' && rows.length > 0 ? yes / rows.length : null,
    labels: {
      count: rows.length,
      by_source: {
        posted: count('posted'),
        queue: count('queue'),
        rule: count('rule'),
        implicit: count('implicit'),
      },
      hindsight: rows.filter(({ hindsight }) => hindsight).length,
    },
    raw: rawMetrics(judgment, rows),
  };
}

function rawMetrics(judgment: Judgment, rows: LabelRow[]): RawMetrics {
  const { logLoss, brier, accuracy } = scoresOf(judgment, rows);
  return { log_loss: logLoss, brier, accuracy };
}

function scoresOf({ type, options, levels }: Judgment, rows: LabelRow[]): Scores {
  if (type === 'bool') {
    const answered = rows.filter(({ number }) => number !== null);
    return scoresOfBool(
      answered.map(({ number }) => number ?? 0),
      answered.map(({ value }) => (value === true ? 1 : 0)),
    );
  }
  const answered = rows.filter(({ dist }) => dist !== null);
  return type === 'choice' ? scoresOfChoice(options ?? [], answered) : scoresOfScore(levels ?? [], answered);
}

/** Classes are the options in order of definition, then the escape; a label of an option gone since is left out. */
function scoresOfChoice(options: string[], rows: LabelRow[]): Scores {
  const place = (row: LabelRow) => (row.escape ? options.length : options.indexOf(String(row.value)));
  const placed = rows.filter((row) => place(row) >= 0);
  const dists = placed.map(({ dist, escape_p }) => [...options.map((option) => dist?.[option] ?? 0), escape_p ?? 0]);
  return scoresOfClasses(dists, placed.map(place));
}

/** What happened is the level nearest to the observed number; the answer names the level nearest to its score. */
function scoresOfScore(levels: number[], rows: LabelRow[]): Scores {
  if (levels.length === 0) return scoresOfClasses([], []);
  const dists = rows.map(({ dist }) => levels.map((level) => dist?.[String(level)] ?? 0));
  const happened = rows.map(({ value }) => nearestLevel(levels, Number(value)));
  const named = rows.map(({ number }, index) =>
    number === null ? likeliest(dists[index]) : nearestLevel(levels, number),
  );
  return scoresOfClasses(dists, happened, named);
}
