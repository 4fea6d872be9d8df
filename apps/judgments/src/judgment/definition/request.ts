import { JudgmentCreateBody } from '@app/contracts/judgments';
import { contextBudget, countTokens } from '@app/context';
import {
  ActiveEngine,
  AlternativesSetting,
  Definition,
  EngineRef,
  Freshness,
  FreshnessContext,
  OutcomeSetting,
  QueueSetting,
  Thresholds,
  debounceOf,
  parseAlternatives,
  parseDefinition,
  parseFreshness,
  parseOutcomes,
  parseQueue,
  parseThresholds,
} from '@app/definition';
import { parseAppliesTo, parseRelationWhere } from '@app/filter';
import { Problem, invalid } from '@app/problem';
import { longestQuestion } from '../../question/question';
import { parseWhen } from './outcome-rule';

const settings = ['freshness', 'thresholds', 'outcomes', 'alternatives', 'queue'] as const;
const options = ['activate', 'backfill', 'confirm', 'dry_run', 'if_active_version'];

/** A create with its defaults, checked. */
export interface CreateRequest {
  definition: Definition;
  freshness: Freshness;
  thresholds: Thresholds;
  outcomes: OutcomeSetting;
  alternatives: AlternativesSetting;
  queue: QueueSetting;
  /** Settings that the caller sent; a create of an existing name ignores them. */
  sentSettings: string[];
  isActivated: boolean;
  /** Stored documents are judged as well, once the caller has confirmed the cost. */
  isBackfilled: boolean;
  confirm: string | undefined;
  isDryRun: boolean;
  /** Undefined without a guard; null when the judgment must not exist. */
  ifActiveVersion: number | null | undefined;
}

/** @throws Problem when a definition or a setting is wrong, or uses what is not built */
export function readCreate(
  body: JudgmentCreateBody,
  engines: readonly ActiveEngine[],
  defaultEngine: EngineRef | null,
): CreateRequest {
  if (body.backfill === true && body.activate === false) throw backfillOfInactive();
  const definition = readDefinition(body, engines, defaultEngine, [...settings, ...options]);
  return {
    definition,
    freshness: parseFreshness(body.freshness ?? {}, '/freshness', freshnessContext(definition)),
    thresholds: body.thresholds === undefined ? {} : parseThresholds(body.thresholds, definition, '/thresholds'),
    outcomes: body.outcomes === undefined ? {} : parseOutcomes(body.outcomes, definition, parseWhen, '/outcomes'),
    alternatives: parseAlternatives(body.alternatives ?? {}, engines, '/alternatives'),
    queue: parseQueue(body.queue ?? {}, '/queue'),
    sentSettings: settings.filter((member) => body[member] !== undefined),
    isActivated: body.activate ?? true,
    isBackfilled: body.backfill ?? false,
    confirm: body.confirm,
    isDryRun: body.dry_run ?? false,
    ifActiveVersion: body.if_active_version,
  };
}

/**
 * Reads a definition. Its question must leave tokens for a context.
 * @param others members that may stand beside the definition's own
 * @param pointer JSON pointer of the definition in the request
 * @throws Problem at what is wrong
 */
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
    parseRelationWhere,
    otherMembers: others,
  });
  contextBudget(definition.context.max_tokens, countTokens(longestQuestion(definition)));
  return definition;
}

/** What parsing the freshness of a judgment needs to know of its definition. */
export function freshnessContext(definition: Definition): FreshnessContext {
  return { debounceMs: debounceOf(definition), parseScope: parseAppliesTo };
}

/**
 * Reads what is tried: a definition as in a create, with the settings that a create may carry. Its name may be left out,
 * since nothing is stored under it.
 * @throws Problem at what is wrong
 */
export function readTried(
  body: object,
  engines: readonly ActiveEngine[],
  defaultEngine: EngineRef | null,
  pointer: string,
): Pick<CreateRequest, 'definition' | 'thresholds'> {
  const tried: Partial<JudgmentCreateBody> = { name: 'tried', ...body };
  const definition = readDefinition(tried, engines, defaultEngine, settings, pointer);
  const { thresholds, freshness, outcomes, alternatives, queue } = tried;
  if (freshness !== undefined) parseFreshness(freshness, `${pointer}/freshness`, freshnessContext(definition));
  if (outcomes !== undefined) parseOutcomes(outcomes, definition, parseWhen, `${pointer}/outcomes`);
  if (alternatives !== undefined) parseAlternatives(alternatives, engines, `${pointer}/alternatives`);
  if (queue !== undefined) parseQueue(queue, `${pointer}/queue`);
  return {
    definition,
    thresholds: thresholds === undefined ? {} : parseThresholds(thresholds, definition, `${pointer}/thresholds`),
  };
}

/** @throws Problem plan_required when the plan has no templates */
export function requireTemplates(plan: string): void {
  if (plan !== 'developer') return;
  throw new Problem(
    'plan_required',
    'Judgments on a template prefix need the Team plan; upgrade, or use a namespace.',
    {
      capability: 'templates',
      required_plan: 'team',
      plan,
    },
  );
}

function backfillOfInactive(): Problem {
  const sentence =
    'A create judges stored documents by the version that it makes active; leave `activate` out, or `backfill`, and start a backfill of the new version by its number.';
  return invalid('not_together', '/backfill', sentence);
}

/**
 * The first version of a name is always active: there is no other one that could stay in force.
 * @param present the judgment under the name so far
 * @throws Problem when the first create of a name declines that
 */
export function refuseInactiveFirst(
  present: object | null,
  { definition: { name }, isActivated }: Pick<CreateRequest, 'definition' | 'isActivated'>,
): void {
  if (present !== null || isActivated) return;
  const sentence = `\`${name}\` has no version yet, and its first one is active; leave \`activate\` out. To store nothing send \`dry_run: true\`; to judge nothing without a request send \`freshness: {"policy": "manual"}\`.`;
  throw invalid('first_version', '/activate', sentence);
}

/** @throws Problem conflict when the active version is not the one that the caller expects */
export function requireActiveVersion(expected: number | null | undefined, active: number | null): void {
  if (expected === undefined || expected === active) return;
  const sentence =
    active === null
      ? 'The judgment does not exist; leave `if_active_version` out or send null.'
      : `The active version is ${active}; read the judgment again.`;
  throw new Problem('conflict', sentence, { reason: 'if_active_version', active_version: active });
}
