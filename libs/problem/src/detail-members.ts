import type { ErrorCode } from './codes';
import type { DetailSchema } from './detail-schema';
import { limitNames, rateLimitScopes } from './limits';
import { reasons } from './reasons';

/** One form of a member of `error.details`, and the codes that may carry it. */
export interface DetailForm {
  readonly codes: 'every' | readonly ErrorCode[];
  readonly schema: DetailSchema;
}

interface DetailMember {
  /** Published description. */
  readonly meaning: string;
  readonly forms: readonly DetailForm[];
}

const text = { type: 'string' } as const;
const integer = { type: 'integer' } as const;
const number = { type: 'number' } as const;
const texts = { type: 'array', items: text } as const;
const plans = { type: 'string', enum: ['developer', 'team', 'scale'] } as const;
const counts = ['upserted', 'patched', 'appended', 'deleted', 'unchanged', 'skipped', 'missing'] as const;

/**
 * Every member that `error.details` may have. Types of senders and the API document follow from it: a member that does
 * not stand here, or that the code does not carry, does not compile.
 */
export const detailMembers = {
  reason: {
    meaning: 'The cause, where one code has several.',
    forms: [{ codes: 'every', schema: { type: 'string', enum: reasons } }],
  },
  path: {
    meaning: 'JSON pointer to the member that caused it.',
    forms: [{ codes: 'every', schema: text }],
  },
  request_id: {
    meaning: "The request's id in the logs, or that of the job that failed.",
    forms: [{ codes: ['internal'], schema: text }],
  },
  limit: {
    meaning: 'The most that is taken; of `rate_limited` the name of the limit.',
    forms: [
      { codes: ['invalid_request', 'too_large'], schema: integer },
      { codes: ['rate_limited'], schema: { type: 'string', enum: limitNames } },
    ],
  },
  rate_limit: {
    meaning:
      'What the limit is counted by: the API key or session, the organization, the account or the network address of who signs in, or the gateway.',
    forms: [{ codes: ['rate_limited'], schema: { type: 'string', enum: rateLimitScopes } }],
  },
  concurrent_reads: {
    meaning: 'Gets and queries that may be in flight in one namespace.',
    forms: [{ codes: ['rate_limited'], schema: integer }],
  },
  resets_at: {
    meaning: 'When an allowance of a day is renewed; there is no `Retry-After` then.',
    forms: [{ codes: ['rate_limited'], schema: { type: 'string', format: 'date-time' } }],
  },
  min: {
    meaning: 'The smallest value, or the fewest elements.',
    forms: [{ codes: ['invalid_request'], schema: number }],
  },
  max: { meaning: 'The largest value, or the most elements.', forms: [{ codes: ['invalid_request'], schema: number }] },
  values: { meaning: 'The values that are taken.', forms: [{ codes: ['invalid_request'], schema: texts }] },
  names: { meaning: 'The names of all engines.', forms: [{ codes: ['invalid_request'], schema: texts }] },
  versions: {
    meaning: "The engine's active versions.",
    forms: [{ codes: ['engine_version_unavailable'], schema: texts }],
  },
  tokens: { meaning: 'Tokens that were sent.', forms: [{ codes: ['too_large'], schema: integer }] },
  documents: {
    meaning:
      'Ids of the documents that it is about; beside `quoted_documents`, and of a cancelled backfill, their number.',
    forms: [
      { codes: 'every', schema: texts },
      { codes: ['conflict'], schema: integer },
    ],
  },
  quoted_documents: {
    meaning: 'The number of documents when the cost was quoted.',
    forms: [{ codes: ['conflict'], schema: integer }],
  },
  judgments: {
    meaning: 'Names of the judgments that it is about; of reason `in_use` each `<scope> <name>`.',
    forms: [{ codes: ['invalid_request', 'conflict', 'budget_exceeded', 'engine_unavailable'], schema: texts }],
  },
  summaries: {
    meaning: 'Template prefixes whose summaries it is about.',
    forms: [{ codes: ['conflict'], schema: texts }],
  },
  active_version: {
    meaning: 'The version that is active; null when there is no such judgment.',
    forms: [{ codes: ['conflict'], schema: { anyOf: [integer, { type: 'null' }] } }],
  },
  template: {
    meaning: 'The template prefix or namespace that it is inherited from.',
    forms: [{ codes: ['conflict'], schema: text }],
  },
  generation: {
    meaning: 'The generation of the quote as it stands.',
    forms: [{ codes: ['conflict'], schema: integer }],
  },
  job: { meaning: 'The job that is under way.', forms: [{ codes: ['conflict'], schema: text }] },
  labels: { meaning: 'Labelled answers that there are.', forms: [{ codes: ['insufficient_labels'], schema: integer }] },
  labels_needed: {
    meaning: 'Labelled answers that it takes.',
    forms: [{ codes: ['insufficient_labels'], schema: integer }],
  },
  capability: {
    meaning: 'What the plan does not have enough of.',
    forms: [{ codes: ['plan_required'], schema: text }],
  },
  required_plan: {
    meaning: 'The smallest plan that has enough; null when none has.',
    forms: [{ codes: ['plan_required'], schema: { anyOf: [plans, { type: 'null' }] } }],
  },
  plan: { meaning: "The organization's plan.", forms: [{ codes: ['plan_required'], schema: plans }] },
  namespace: {
    meaning: 'The namespace whose budget lacks the money.',
    forms: [{ codes: ['budget_exceeded'], schema: text }],
  },
  cost_usd: {
    meaning: 'What the run would cost; what a cancelled backfill cost.',
    forms: [{ codes: ['budget_exceeded', 'conflict'], schema: number }],
  },
  judgment_units: {
    meaning: 'What a cancelled backfill was billed.',
    forms: [{ codes: ['conflict'], schema: number }],
  },
  judged: {
    meaning: 'Answers that the backfill made until then.',
    forms: [{ codes: ['budget_exceeded'], schema: integer }],
  },
  answered: { meaning: 'Answers that a cancelled backfill made.', forms: [{ codes: ['conflict'], schema: integer }] },
  failed: {
    meaning: 'Documents that a cancelled backfill got no answer for.',
    forms: [{ codes: ['conflict'], schema: integer }],
  },
  stopped_by: {
    meaning: 'What had stopped the backfill before it was cancelled; null when nothing had.',
    forms: [{ codes: ['conflict'], schema: { anyOf: [{ type: 'string', enum: ['max_usd'] }, { type: 'null' }] } }],
  },
  paused: {
    meaning: 'Namespaces whose budget paused a cancelled backfill.',
    forms: [{ codes: ['conflict'], schema: texts }],
  },
  scan: {
    meaning: 'How many documents the query would scan by the statistics of the database, and how many it may.',
    forms: [
      {
        codes: ['invalid_request'],
        schema: {
          type: 'object',
          properties: { documents: integer, limit: integer, unindexed_paths: texts },
          required: ['documents', 'limit', 'unindexed_paths'],
        },
      },
    ],
  },
  suggested_context: {
    meaning: 'A recipe for a judgment that was sent without one; null when no document could be sampled.',
    forms: [{ codes: ['invalid_request'], schema: { anyOf: [{ named: 'SuggestedContext' }, { type: 'null' }] } }],
  },
  usage: {
    meaning: 'What was judged and billed before the refusal.',
    forms: [
      { codes: ['not_found', 'conflict', 'budget_exceeded', 'engine_unavailable'], schema: { named: 'UsageView' } },
    ],
  },
  written: {
    meaning: 'What a write by filter had written before it was refused.',
    forms: [
      {
        codes: 'every',
        schema: {
          type: 'object',
          properties: {
            upserted: integer,
            patched: integer,
            appended: integer,
            deleted: integer,
            unchanged: integer,
            skipped: integer,
            missing: integer,
          },
          required: counts,
        },
      },
    ],
  },
} as const satisfies Record<string, DetailMember>;
