import { SkipReason } from '@app/contracts/calibration';
import { ScoredLabel, ScoringRecorded } from '@app/contracts/judgments';
import { Named, Queryable } from '@app/persistence';

/** What one labelled answer came to under an alternative. */
export interface AlternativeAnswer {
  answer_id: string;
  number: number | null;
  escape_p: number | null;
  dist: Record<string, number> | null;
  skipped: SkipReason | null;
  units: number;
  context_hash: string | null;
}

/** The answers of one alternative by one epoch of its engine. */
export interface AnswersKey {
  organization: string;
  judgment_id: string;
  alternative: string;
  engine_version: string;
}

const keep: Named = {
  name: 'alternative-answer-keep',
  text: `
    insert into alternative_answer (run, alternative, organization, judgment_id, answer_id, namespace, engine_version,
      context_hash, number, escape_p, dist, skipped, units, tokens, cost_usd, answered_at)
    select $1, $2, $3, $4, l.answer, l.namespace, l.engine_version, l.context_hash, l.number, l.escape_p, l.dist, l.skipped,
      l.units, l.tokens, l.cost_usd, l.answered_at
    from json_to_recordset($5::json) as l(answer text, namespace text, engine_version text, context_hash text, number float8,
      escape_p float8, dist json, skipped text, units numeric, tokens int, cost_usd numeric, answered_at timestamptz)
    where not exists (select from namespace_erasure e where e.organization = $3 and e.namespace = l.namespace and e.erasing)
    on conflict (run, alternative, answer_id) do nothing`,
};

/** The last answer of each label, of any run. */
const kept: Named = {
  name: 'alternative-answer-kept',
  text: `
    select distinct on (answer_id) answer_id, number, escape_p, dist, skipped, units::float8 as units, context_hash
    from alternative_answer
    where organization = $1 and judgment_id = $2 and alternative = $3 and engine_version = $4 and skipped is null
      and answer_id = any($5) and answered_at > app.now() - make_interval(days => $6)
    order by answer_id, answered_at desc, run limit 500`,
};

const ofRun: Named = {
  name: 'alternative-answer-of-run',
  text: `
    select answer_id, number, escape_p, dist, skipped, units::float8 as units, context_hash, engine_version from alternative_answer
    where run = $1 and alternative = $2 limit 500`,
};

const spent: Named = {
  name: 'alternative-answer-spent',
  text: `
    select alternative, count(*)::int as labels, count(*) filter (where skipped is null)::int as requests,
      sum(units)::float8 as units, sum(tokens)::int as tokens, sum(cost_usd)::float8 as cost_usd
    from alternative_answer where run = $1 group by alternative limit 100`,
};

/** What a run has used for one of its rows. */
export interface RowSpend {
  alternative: string;
  /** Labels that were answered or skipped. */
  labels: number;
  requests: number;
  units: number;
  tokens: number;
  cost_usd: number;
}

/** Stores what arrived of a row; what has arrived before changes nothing. */
export async function keepAnswers(
  to: Queryable,
  {
    run,
    alternative,
    organization,
    judgment_id,
  }: Pick<ScoringRecorded, 'run' | 'alternative' | 'organization' | 'judgment_id'>,
  labels: readonly ScoredLabel[],
): Promise<void> {
  if (labels.length === 0) return;
  await to.query(keep, [run, alternative, organization, judgment_id, JSON.stringify(labels)]);
}

/** A quote counts on answers of so many days. */
export const quotedDays = 365;
/** Longer than a quote counts on them, so that a score can be counted anew until its month ends. */
export const storedDays = 400;

/**
 * The answers that an alternative has for some labels, whichever run asked for them.
 * @param days answers that are older do not count
 */
export async function readKept(
  from: Queryable,
  key: AnswersKey,
  answers: readonly string[],
  days = storedDays,
): Promise<AlternativeAnswer[]> {
  const values = [key.organization, key.judgment_id, key.alternative, key.engine_version, answers, days];
  return (await from.query<AlternativeAnswer>(kept, values)).rows;
}

/** An answer that a run brought, with the epoch that gave it; null of a skip. */
export type RunAnswer = AlternativeAnswer & { engine_version: string | null };

/** What a run brought for one of its rows, skips too. */
export async function readOfRun(from: Queryable, run: string, alternative: string): Promise<RunAnswer[]> {
  return (await from.query<RunAnswer>(ofRun, [run, alternative])).rows;
}

/** The epoch that answered most of a row of a run; null when the run asked nothing for it. */
export async function readEpoch(from: Queryable, run: string, alternative: string): Promise<string | null> {
  const text = `select engine_version from alternative_answer where run = $1 and alternative = $2 and skipped is null
    group by 1 order by count(*) desc, 1 limit 1`;
  return (await from.query<{ engine_version: string }>(text, [run, alternative])).rows[0]?.engine_version ?? null;
}

export async function readSpend(from: Queryable, run: string): Promise<RowSpend[]> {
  return (await from.query<RowSpend>(spent, [run])).rows;
}
