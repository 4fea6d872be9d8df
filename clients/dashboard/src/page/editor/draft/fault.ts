import { failureOf } from '../../../api/failure';
import { belongsTo, type Body } from './draft';

/** A refusal that names the member of the request that it refuses. */
export interface Fault {
  /** JSON pointer, such as `/context/fields/0`. */
  path: string;
  sentence: string;
}

/** The parts of the form that show a refusal of their own member. */
const shown = [
  'name',
  'question',
  'criteria',
  'options',
  'escape',
  'levels',
  'context',
  'applies_to',
  'engine',
  'horizon',
  'thresholds',
  'freshness',
  'parts',
  'features',
];

/** The refusal of one member; null for an error that names none, which is shown for the whole. */
export function faultOf(error: unknown): Fault | null {
  if (error === null || error === undefined) return null;
  const { path, sentence } = failureOf(error);
  return path !== null && path.startsWith('/') ? { path, sentence } : null;
}

/** What the field of a member says; undefined when the refusal is not its own. @param pointer such as `/context/related` */
export function faultAt(fault: Fault | null, pointer: string): string | undefined {
  return fault !== null && isWithin(fault.path, pointer) ? fault.sentence : undefined;
}

/** What is refused of a row of a list; for null of the list itself. @param pointer such as `/parts` */
export function faultInList(fault: Fault | null, pointer: string, at: number | null): string | undefined {
  if (at !== null) return faultAt(fault, `${pointer}/${at}`);
  return fault?.path === pointer ? fault.sentence : undefined;
}

/** The warnings about members that a field shows. @param pointers such as `/context/related/orders` */
export function warningsAt<W extends { path: string }>(warnings: readonly W[], pointers: readonly string[]): W[] {
  return warnings.filter(({ path }) => pointers.some((pointer) => isWithin(path, pointer)));
}

function isWithin(path: string, pointer: string): boolean {
  return path === pointer || path.startsWith(`${pointer}/`);
}

/**
 * Whether a field of the form shows it; the form shows beside its fields what none of them does.
 * @param type of the answer: members of another one have no field
 * @param hasStarter the members that a starter brings have no field then
 */
export function isShownByField(
  fault: Fault,
  { type, hasStarter }: { type?: Body['type']; hasStarter: boolean },
): boolean {
  const [, member] = fault.path.split('/');
  if (member === 'from_starter') return hasStarter && fault.path.startsWith('/from_starter/placeholders/');
  if (!shown.includes(member) || !belongsTo(type, member)) return false;
  return !(hasStarter && member !== 'name' && member !== 'freshness');
}
