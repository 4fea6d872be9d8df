import { Definition, optionsFrom, under } from '@app/definition';
import { PlacedCondition, formatPath } from '@app/filter';
import { Place, PlacedRelation, conditionsOf, isStored, pathOf, placedRelations } from './place';

/**
 * The stored paths that a definition cannot do without: fields, both sides of joins, what relations order and filter by,
 * and what features read. A filter may ask that nothing is there, so what it negates is left out.
 */
export function readPlaces(definition: Definition): Place[] {
  const fields = definition.context.fields.map((path, n) => ({ pointer: `/context/fields/${n}`, path, of: null }));
  const relations = placedRelations(definition);
  const places = [
    ...fields,
    ...relations.flatMap(relationPlaces),
    ...featurePlaces(definition, relations),
    ...optionPlaces(definition),
  ];
  return places.filter(({ path }) => isStored(path));
}

function relationPlaces({ name, relation, pointer, of }: PlacedRelation): Place[] {
  const { join, fields, order_by: order, window, where } = relation;
  return [
    { pointer: `${pointer}/join/theirs`, path: join.theirs, of: name, isJoin: true },
    { pointer: `${pointer}/join/mine`, path: join.mine, of: null },
    ...fields.map((path, n) => ({ pointer: `${pointer}/fields/${n}`, path, of })),
    ...order.map(({ path }, n) => ({ pointer: `${pointer}/order_by/${n}/path`, path, of })),
    ...(window ? [{ pointer: `${pointer}/window/at`, path: window.at, of }] : []),
    ...filterPlaces(where, `${pointer}/where`, of),
  ];
}

function filterPlaces(where: object | undefined, pointer: string, of: string | null): Place[] {
  return conditionsOf(where, pointer).flatMap((condition): Place[] => {
    if (condition.isNegated || condition.tests.every((test) => test.op === 'exists' && !test.value)) return [];
    return [{ pointer: condition.pointer, path: pathOf(condition), of }, ...minePlaces(condition)];
  });
}

/** The paths of the judged document that a condition compares with. */
function minePlaces({ pointer, tests }: PlacedCondition): Place[] {
  return tests.flatMap((test) => (test.op === 'mine' ? [{ pointer, path: formatPath(test.path), of: null }] : []));
}

function featurePlaces(definition: Definition, relations: readonly PlacedRelation[]): Place[] {
  const features = definition.type === 'bool' ? (definition.features ?? []) : [];
  return features.flatMap((feature, n): Place[] => {
    const pointer = `/features/${n}`;
    if ('from' in feature) return [{ pointer: `${pointer}/from`, path: feature.from, of: null }];
    if ('age_of' in feature) return [{ pointer: `${pointer}/age_of`, path: feature.age_of, of: null }];
    if (!('of' in feature)) return [];
    const { path, window, where } = feature;
    const of = relations.find(({ name }) => name === feature.of)?.of ?? null;
    return [
      ...(path === undefined ? [] : [{ pointer: `${pointer}/path`, path, of }]),
      ...(window ? [{ pointer: `${pointer}/window/at`, path: window.at, of }] : []),
      ...filterPlaces(where, `${pointer}/where`, of),
    ];
  });
}

function optionPlaces(definition: Definition): Place[] {
  const options = optionsFrom(definition);
  if (!options) return [];
  return options.show.map((path, n) => ({ pointer: under('/options/show', n), path, of: options.from }));
}
