import { JudgmentCreateBody, JudgmentPatchBody } from '@app/contracts';
import {
  ActiveEngine,
  Definition,
  EngineRef,
  Freshness,
  OutcomeSetting,
  Thresholds,
  defaultFreshness,
  parseDefinition,
  parseFreshness,
  parseOutcomes,
  parseThresholds,
} from '@app/definition';
import { contextBudget, countTokens } from '@app/context';
import { parseAppliesTo } from '@app/filter';
import { Problem, notAvailableYet } from '@app/problem';
import { questionText } from '../question/question';
import { parseWhen } from './outcome-rule';

const settings = ['freshness', 'thresholds', 'outcomes'] as const;
const options = ['activate', 'backfill', 'confirm', 'dry_run', 'if_active_version'];
const later = ['alternatives'] as const;

/** A create as it was asked, checked and with its defaults. */
export interface CreateRequest {
  definition: Definition;
  freshness: Freshness;
  thresholds: Thresholds;
  outcomes: OutcomeSetting;
  /** Settings that were sent: they govern on the first create only. */
  sentSettings: string[];
  isActivated: boolean;
  /** What is stored is to be judged, once that is confirmed. */
  isBackfilled: boolean;
  confirm: string | undefined;
  isDryRun: boolean;
  /** Undefined without a guard; null when the judgment must not exist. */
  ifActiveVersion: number | null | undefined;
}

/** @throws Problem when a definition or a setting is wrong, or names what is not built yet */
export function readCreate(
  body: JudgmentCreateBody,
  engines: readonly ActiveEngine[],
  defaultEngine: EngineRef | null,
): CreateRequest {
  refuseLater(body);
  // Judging by a version before it is active is a backfill of its own, which is to come.
  if (body.backfill === true && body.activate === false) throw notAvailableYet('/backfill');
  const definition = readDefinition(body, engines, defaultEngine, [...settings, ...options]);
  return {
    definition,
    freshness: body.freshness === undefined ? { ...defaultFreshness } : parseFreshness(body.freshness, '/freshness'),
    thresholds: body.thresholds === undefined ? {} : parseThresholds(body.thresholds, definition, '/thresholds'),
    outcomes: body.outcomes === undefined ? {} : parseOutcomes(body.outcomes, definition, parseWhen, '/outcomes'),
    sentSettings: settings.filter((member) => body[member] !== undefined),
    isActivated: body.activate ?? true,
    isBackfilled: body.backfill ?? false,
    confirm: body.confirm,
    isDryRun: body.dry_run ?? false,
    ifActiveVersion: body.if_active_version,
  };
}

/** A definition with nothing beside it that is not told in `others`; its question must leave room for a context. */
export function readDefinition(
  body: object,
  engines: readonly ActiveEngine[],
  defaultEngine: EngineRef | null,
  others: readonly string[] = [],
  pointer = '',
): Definition {
  const definition = parseDefinition(body, {
    pointer,
    engines,
    defaultEngine,
    parseAppliesTo,
    otherMembers: others,
  });
  contextBudget(definition.context.max_tokens, countTokens(questionText(definition)));
  return definition;
}

/** @throws Problem not_available_yet for members of the contract that are not built */
export function refuseLater(body: Partial<Record<(typeof later)[number], unknown>> | JudgmentPatchBody): void {
  for (const member of later) {
    if (member in body && body[member as keyof typeof body] !== undefined) throw notAvailableYet(`/${member}`);
  }
}

/** @throws Problem plan_required when the plan has no templates */
export function requireTemplates(plan: string): void {
  if (plan !== 'developer') return;
  throw new Problem('plan_required', 'Judgments on a template prefix need the Team plan.', {
    capability: 'templates',
    required_plan: 'team',
    plan,
  });
}

/** @throws Problem conflict when the judgment is not in the state that the caller expects */
export function guardVersion(wanted: number | null | undefined, active: number | null): void {
  if (wanted === undefined || wanted === active) return;
  const sentence =
    active === null
      ? 'The judgment does not exist; leave `if_active_version` out or send null.'
      : `The active version is ${active}; read the judgment again.`;
  throw new Problem('conflict', sentence, { reason: 'if_active_version', active_version: active });
}
