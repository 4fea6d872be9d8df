import type { JudgmentType } from '@app/definition';
import { invalid } from '@app/problem';
import { formatPath } from './filter-path';
import type { AnswerField, FilterPath } from './filter-path';

/** The fields of a judgment's answers that paths can name. */
export interface JudgmentShape {
  type: JudgmentType;
  thresholds: readonly string[];
  /** Values of a choice's options; empty for other types. */
  options: readonly string[];
  /** The options of a choice are related documents, so paths may name any id. */
  anyOption?: boolean;
  /** Values of a score's levels; empty for other types. */
  levels: readonly number[];
  features?: readonly string[];
  parts?: readonly string[];
}

const fieldsOfType: Record<JudgmentType, readonly string[]> = {
  bool: ['p', 'features', 'parts', 'calibrated.p'],
  choice: ['value', 'escape_p', 'dist', 'calibrated.value', 'calibrated.escape_p'],
  score: ['value', 'score', 'normalized', 'dist', 'calibrated.value', 'calibrated.score'],
};
const fieldsOfAll = ['status', 'stale_reason', 'judged_at', 'version', 'engine_version', 'thresholds'];

const maxNamed = 10;

/** The fields of a judgment's answers as a sentence names them. */
function fieldsOf({ type, thresholds, features = [], parts = [] }: JudgmentShape): string {
  const named = { features, parts, thresholds };
  const plain = [...fieldsOfType[type], ...fieldsOfAll].filter((name) => !Object.hasOwn(named, name));
  const members = Object.entries(named).flatMap(([kind, names]) => {
    const shown = names.slice(0, maxNamed).map((name) => `${kind}.${name}`);
    return names.length > maxNamed ? [...shown, `other ${kind}`] : shown;
  });
  return [...plain.map((name) => (name === 'dist' ? 'dist.<option>' : name)), ...members].join(', ');
}

/** Whether answers of a type have a field. */
export function hasField(type: JudgmentType, field: AnswerField): boolean {
  const name = field.kind === 'calibrated' ? `calibrated.${field.name}` : field.kind;
  return fieldsOfAll.includes(name) || fieldsOfType[type].includes(name);
}

function isNamed(shape: JudgmentShape, field: AnswerField): boolean {
  if (field.kind === 'thresholds') return shape.thresholds.includes(field.name);
  if (field.kind === 'features') return shape.features?.includes(field.name) ?? false;
  if (field.kind === 'parts') return shape.parts?.includes(field.name) ?? false;
  if (field.kind !== 'dist') return true;
  if (shape.anyOption) return true;
  return shape.options.includes(field.name) || shape.levels.some((level) => JSON.stringify(level) === field.name);
}

/**
 * @throws Problem `invalid_request`, reason `unknown_path`, when the judgment or the field is unknown
 */
export function requireKnown(path: FilterPath, shape: JudgmentShape | undefined, pointer: string): void {
  if (path.root !== 'answers') return;
  if (shape === undefined) {
    throw invalid(
      'unknown_path',
      pointer,
      `No judgment \`${path.judgment}\` answers here; name a judgment that is in force.`,
    );
  }
  if (hasField(shape.type, path.field) && isNamed(shape, path.field)) return;
  const message = `Answers of \`${path.judgment}\` (${shape.type}) have no \`${formatPath(path)}\`; they have ${fieldsOf(shape)}.`;
  throw invalid('unknown_path', pointer, message);
}
