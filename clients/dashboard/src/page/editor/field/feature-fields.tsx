import { Autocomplete, Group, Select, TextInput } from '@mantine/core';
import { FilterEditor } from '../../../element/json/filter-editor';
import { typedFilter } from '../../../filter/typed-filter';
import { type Fault, faultAt, faultInList } from '../draft/fault';
import {
  aggregates,
  ageUnits,
  type Feature,
  type FeatureKind,
  featureKinds,
  kindOf,
  windowOf,
  withKind,
} from './feature';
import type { FieldProps } from './field-props';
import { FieldWarnings } from './field-warnings';
import { ListFields } from './list-fields';

/** Numbers that are stored beside each answer, and weighed with it once there are labels. @param paths of sample documents */
export function FeatureFields({ body, onChange, fault, warnings, paths }: FieldProps & { paths: readonly string[] }) {
  const relations = Object.keys(body.context?.related ?? {});
  return (
    <>
      <ListFields
        title="Features"
        description="Numbers stored with each answer. The engine does not read them; fits weigh them by your labels."
        addWords="Add feature"
        itemWords="Feature"
        items={body.features ?? []}
        added={{ name: '', from: '' }}
        // A filter says by itself what is refused of it.
        faultAt={(at) => (faultAt(fault, `/features/${at}/where`) ? undefined : faultInList(fault, '/features', at))}
        onChange={(features) => onChange({ features })}
      >
        {(feature, set, at) => (
          <>
            <Group grow align="flex-start">
              <TextInput
                label="Feature name"
                value={feature.name}
                onChange={(event) => set({ ...feature, name: event.currentTarget.value })}
              />
              <Select
                label="Source"
                allowDeselect={false}
                data={[...featureKinds]}
                value={kindOf(feature)}
                onChange={(kind) => set(withKind(feature, (kind ?? 'from') as FeatureKind, relations[0]))}
              />
            </Group>
            <OfKind
              feature={feature}
              pointer={`/features/${at}`}
              fault={fault}
              paths={paths}
              relations={relations}
              onChange={set}
            />
          </>
        )}
      </ListFields>
      <FieldWarnings warnings={warnings} at={['/features']} />
    </>
  );
}

/** The members that a feature of its kind has. */
function OfKind({
  feature,
  onChange,
  ...props
}: {
  feature: Feature;
  /** Where the feature stands in the request. */
  pointer: string;
  fault: Fault | null;
  paths: readonly string[];
  relations: readonly string[];
  onChange: (feature: Feature) => void;
}) {
  const set = (part: Partial<Feature>) => onChange({ ...feature, ...part });
  const kind = kindOf(feature);
  if (kind === 'of') return <Aggregate feature={feature} {...props} onChange={set} />;
  if (kind === 'previous') return null;
  return (
    <Group grow align="flex-start">
      <Autocomplete
        label={kind === 'from' ? 'Path of the number' : 'Path of the timestamp'}
        data={[...props.paths]}
        value={feature[kind] ?? ''}
        onChange={(path) => set({ [kind]: path })}
      />
      {kind === 'age_of' && (
        <Select
          label="Unit"
          allowDeselect={false}
          data={[...ageUnits]}
          value={feature.unit ?? 'days'}
          onChange={(unit) => set({ unit: (unit ?? 'days') as Feature['unit'] })}
        />
      )}
    </Group>
  );
}

function Aggregate({
  feature,
  pointer,
  fault,
  paths,
  relations,
  onChange,
}: {
  feature: Feature;
  pointer: string;
  fault: Fault | null;
  paths: readonly string[];
  relations: readonly string[];
  onChange: (part: Partial<Feature>) => void;
}) {
  const { of = '', aggregate = 'count', path = '', where, window } = feature;
  return (
    <>
      <Group grow align="flex-start">
        <Autocomplete
          label="Relation"
          description="By its name under Related documents"
          data={[...relations]}
          value={of}
          onChange={(next) => onChange({ of: next })}
        />
        <Select
          label="Aggregate"
          description="How the numbers are combined"
          allowDeselect={false}
          data={[...aggregates]}
          value={aggregate}
          onChange={(next) => onChange({ aggregate: (next ?? 'count') as Feature['aggregate'] })}
        />
        <TextInput
          label="Path in the related documents"
          description="Empty: each document counts"
          value={path}
          onChange={(event) => onChange({ path: event.currentTarget.value || undefined })}
        />
      </Group>
      <FilterEditor
        label="Only matching documents"
        description="A query filter. For a share: what is counted."
        value={where}
        offered={paths}
        fault={fault}
        pointer={`${pointer}/where`}
        onChange={(next) => onChange({ where: typedFilter(next, where) })}
      />
      <Group grow align="flex-start">
        <TextInput
          label="Time path"
          description="Path of a timestamp, such as created_at"
          value={window?.at ?? ''}
          onChange={(event) => onChange({ window: windowOf(event.currentTarget.value, window?.within ?? '') })}
        />
        <TextInput
          label="Within"
          description="Before the judging, such as 30d"
          value={window?.within ?? ''}
          onChange={(event) => onChange({ window: windowOf(window?.at ?? '', event.currentTarget.value) })}
        />
      </Group>
    </>
  );
}
