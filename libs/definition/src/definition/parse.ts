import { Problem, invalid } from '@app/problem';
import { refuseUnknownRelations } from '../feature/aggregate';
import { refuseUnshown } from '../feature/counted-answers';
import type { Feature } from '../feature/feature';
import { parseFeatures } from '../feature/parse';
import { parseParts } from '../part/parse';
import type { Json } from '../reading/value';
import { judgmentTypes } from './definition';
import { parseBoolCriteria, parseEscape, parseLevels, parseOptions, parseTextCriteria } from './answer-form';
import type { BoolDefinition, ChoiceDefinition, ContextRecipe, Definition, EngineRef } from './definition';
import { firstEngine, parseEngineRef, requireActive } from './engine';
import type { ActiveEngine } from './engine';
import { relationClass } from '../relation/relation';
import type { ParseRelationWhere } from '../relation/relation';
import { declaredOptions } from './options';
import { parseRecipe, refuseWhere } from './recipe';
import { own, readName, readObject, readOneOf, readText, refuseOthers, under } from '../reading/member';
import type { Members } from '../reading/member';
import { readDuration } from '../reading/duration';

/**
 * Checks an `applies_to` filter and returns the normalised paths that it reads. `parseAppliesTo` of `@app/filter`
 * implements this port; this lib cannot import the filter grammar, which builds on it.
 * @throws Problem `invalid_request` when the filter cannot be parsed, or reads answers or the time
 */
export type ParseAppliesTo = (filter: unknown, pointer: string) => string[];

export interface DefinitionContext {
  /** JSON pointer to the definition in the request; empty for the whole body. */
  pointer?: string;
  /** The namespace's default engine, for a definition without `engine`. */
  defaultEngine?: EngineRef | null;
  /** The active engine versions of the registry. */
  engines: readonly ActiveEngine[];
  parseAppliesTo: ParseAppliesTo;
  /** Parses the filter of a relation. Without it relations with a filter are refused. */
  parseRelationWhere?: ParseRelationWhere;
  /** Further members that the caller parses itself, such as the settings of a create. */
  otherMembers?: readonly string[];
}

const commonMembers = ['name', 'question', 'type', 'criteria', 'context', 'engine', 'horizon', 'applies_to'];
const membersOfType = { bool: ['parts', 'features'], choice: ['options', 'escape'], score: ['levels'] } as const;
const readOnly = ['version', 'active_version', 'template', 'overrides', 'stats', 'definition'];

function refusalOf(type: Definition['type'], member: string, place: string): Problem | undefined {
  if (readOnly.includes(member)) return invalid('read_only_field', place, `\`${place}\` is read-only; leave it out.`);
  const elsewhere: readonly string[] = Object.values(membersOfType).flat();
  if (!elsewhere.includes(member)) return undefined;
  return invalid('unknown_field', place, `\`${place}\` does not belong to a ${type} judgment; leave it out.`);
}

/** The parts and features of a bool; without features the member is left out, as a list of none says no more. */
function parseComposite(
  members: Members,
  pointer: string,
  parseWhere: ParseRelationWhere,
): Pick<BoolDefinition, 'parts' | 'features'> {
  const features = Object.hasOwn(members, 'features')
    ? parseFeatures(members.features, under(pointer, 'features'), parseWhere)
    : ([] as Feature[]);
  const parts = Object.hasOwn(members, 'parts')
    ? parseParts(members.parts, under(pointer, 'parts'), features.length > 0 ? 1 : 2)
    : undefined;
  return { ...(parts && { parts }), ...(features.length > 0 && { features }) };
}

function parseForm(type: Definition['type'], members: Members, pointer: string, parseWhere: ParseRelationWhere) {
  const criteriaPointer = under(pointer, 'criteria');
  const hasCriteria = Object.hasOwn(members, 'criteria');
  if (type === 'bool') {
    const criteria = hasCriteria && { criteria: parseBoolCriteria(members.criteria, criteriaPointer) };
    return { type, ...criteria, ...parseComposite(members, pointer, parseWhere) };
  }
  const criteria = hasCriteria ? { criteria: parseTextCriteria(members.criteria, criteriaPointer) } : {};
  if (type === 'score') {
    return { type, ...criteria, levels: parseLevels(own(members, 'levels'), under(pointer, 'levels')) };
  }
  const options = parseOptions(own(members, 'options'), under(pointer, 'options'));
  return { type, ...criteria, options, escape: parseEscape(members, pointer) };
}

/** The judged document itself, which a relation of ids alone joins, is no choice. */
function refuseUnknownCandidates(
  options: ChoiceDefinition['options'],
  { related = {} }: ContextRecipe,
  pointer: string,
): void {
  if (Array.isArray(options)) return;
  const place = under(pointer, 'from');
  const { from } = options;
  if (!Object.hasOwn(related, from)) {
    const sentence = `The recipe has no relation \`${from}\`; declare it in \`context.related\`.`;
    throw invalid('unknown_path', place, sentence);
  }
  if (relationClass(related[from].join) !== 'self') return;
  const sentence = `\`${from}\` is the judged document itself; name a relation to other documents.`;
  throw invalid('path_not_allowed', place, sentence);
}

function refuseBeyondEngine(definition: Definition, engine: ActiveEngine, pointer: string): void {
  const { options = Infinity, levels = Infinity, max_context_tokens: tokens = Infinity } = engine.limits ?? {};
  const refuse = (path: string, limit: number): never => {
    throw invalid('bad_bounds', path, `Engine ${engine.name} takes at most ${limit} here; send fewer.`, { limit });
  };
  // The limit is of options beside the escape, as `GET /engines` shows it.
  if (declaredOptions(definition).length > options) refuse(`${pointer}/options`, options);
  if (definition.type === 'score' && definition.levels.length > levels) refuse(`${pointer}/levels`, levels);
  // Only engines whose registry entry says so may get images; others would answer as if they had seen them.
  const image = engine.limits?.images === true ? -1 : definition.context.fields.findIndex(isImage);
  if (image >= 0) {
    const place = `${pointer}/context/fields/${image}`;
    throw invalid('images_not_read', place, `Engine ${engine.name} reads no images; leave \`images.\` fields out.`);
  }
  if ((definition.context.max_tokens ?? 0) > tokens) refuse(`${pointer}/context/max_tokens`, tokens);
}

function isImage(path: string): boolean {
  return path.startsWith('images.');
}

function missingContext(pointer: string): Problem {
  return invalid(
    'missing_context',
    under(pointer, 'context'),
    'Send `context` with `fields`, the paths that the engine should read.',
    {
      suggested_context: null,
    },
  );
}

/**
 * Parses a definition into normal form. Thresholds and the other settings have their own parsers; list their members in
 * `otherMembers`. Without `engine` the definition gets the namespace's default engine, or else jev current.
 * @throws Problem `invalid_request` with the JSON pointer of the fault; `engine_version_unavailable` only when there is no
 *   other fault
 */
export function parseDefinition(body: unknown, context: DefinitionContext): Definition {
  const { pointer = '', engines, parseRelationWhere = refuseWhere } = context;
  const members = readObject(body, pointer);
  const type = readOneOf(own(members, 'type'), under(pointer, 'type'), judgmentTypes);
  const known = [...commonMembers, ...membersOfType[type], ...(context.otherMembers ?? [])];
  refuseOthers(members, pointer, known, (member, place) => refusalOf(type, member, place));
  const enginePointer = under(pointer, 'engine');
  const name = readName(own(members, 'name'), under(pointer, 'name'));
  const question = readText(own(members, 'question'), under(pointer, 'question'), 1, 8_000);
  const form = parseForm(type, members, pointer, parseRelationWhere);
  const horizon = Object.hasOwn(members, 'horizon') ? readDuration(members.horizon, under(pointer, 'horizon')) : '0s';
  const engine = Object.hasOwn(members, 'engine')
    ? parseEngineRef(members.engine, enginePointer)
    : (context.defaultEngine ?? firstEngine);
  const appliesTo = Object.hasOwn(members, 'applies_to')
    ? readAppliesTo(members.applies_to, under(pointer, 'applies_to'), context.parseAppliesTo)
    : {};
  if (!Object.hasOwn(members, 'context')) throw missingContext(pointer);
  const recipe = parseRecipe(members.context, under(pointer, 'context'), parseRelationWhere);
  if ('options' in form) refuseUnknownCandidates(form.options, recipe, under(pointer, 'options'));
  if ('features' in form) {
    const [features, relations, place] = [form.features ?? [], recipe.related ?? {}, under(pointer, 'features')];
    refuseUnknownRelations(features, relations, place);
    refuseUnshown(features, relations, place, parseRelationWhere);
  }
  const common = { name, question, context: recipe, engine: { ...engine }, horizon };
  const definition: Definition = { ...common, ...form, ...appliesTo };
  refuseBeyondEngine(definition, requireActive(engine, enginePointer, engines), pointer);
  return definition;
}

function readAppliesTo(value: unknown, pointer: string, parse: ParseAppliesTo): Pick<Definition, 'applies_to'> {
  parse(value, pointer);
  return { applies_to: value as { [key: string]: Json } };
}
