import { Definition, instantOf, splitKeys, under } from '@app/definition';
import { Place, conditionsOf, isStored, pathOf, placedRelations } from './place';

/** A path where a definition reads a time. */
export interface TimePlace extends Place {
  /** Keys of the time in each element of the array at the path; left out where the path leads to the time itself. */
  at?: readonly string[];
}

/** The stored paths at which a definition reads a time: of windows, of `within`, and of ages. */
export function timePlaces(definition: Definition): TimePlace[] {
  const arrays = Object.entries(definition.context.window ?? {}).map(([path, { at }]) => {
    return { pointer: `${under('/context/window', path)}/at`, path, of: null, at: splitKeys(at) ?? [] };
  });
  const relations = placedRelations(definition);
  const related = relations.flatMap(({ relation, pointer, of }) => narrowed(relation, pointer, of));
  const features = definition.type === 'bool' ? (definition.features ?? []) : [];
  const counted = features.flatMap((feature, n): TimePlace[] => {
    const pointer = `/features/${n}`;
    if ('age_of' in feature) return [{ pointer: `${pointer}/age_of`, path: feature.age_of, of: null }];
    if (!('of' in feature)) return [];
    return narrowed(feature, pointer, relations.find(({ name }) => name === feature.of)?.of ?? null);
  });
  return [...arrays, ...related, ...counted].filter(({ path }) => isStored(path));
}

/** The times by which a window and a filter narrow documents. */
function narrowed(
  { window, where }: { window?: { at: string }; where?: object },
  pointer: string,
  of: string | null,
): TimePlace[] {
  const within = conditionsOf(where, `${pointer}/where`).filter(({ tests }) => tests.some(({ op }) => op === 'within'));
  return [
    ...(window ? [{ pointer: `${pointer}/window/at`, path: window.at, of }] : []),
    ...within.map((condition) => ({ pointer: condition.pointer, path: pathOf(condition), of })),
  ];
}

/** Whether a value is no time that this service reads. */
export function isUnreadable(value: unknown): boolean {
  return typeof value !== 'string' || instantOf(value) === undefined;
}
