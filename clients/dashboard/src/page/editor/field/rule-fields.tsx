import { Group, Select, TextInput } from '@mantine/core';
import { FilterEditor } from '../../../element/json/filter-editor';
import { useEngines } from '../../../element/hook/use-engines';
import { typedFilter } from '../../../filter/typed-filter';
import type { Body } from '../draft/draft';
import { faultAt } from '../draft/fault';
import type { FieldProps } from './field-props';
import { FieldWarnings } from './field-warnings';
import { JsonField } from '../../../element/json/json-field';

const policies = [
  { value: 'on_read', label: 'When it is read' },
  { value: 'on_change', label: 'When the document changes' },
  { value: 'interval', label: 'On a schedule' },
  { value: 'manual', label: 'Only on request' },
];

/** Whom it asks about which documents, and how long until the truth is known. @param paths of sample documents */
export function RuleFields({ body, onChange, fault, warnings, paths }: FieldProps & { paths: readonly string[] }) {
  const engines = useEngines();
  const { engine, horizon, applies_to: appliesTo } = body;
  return (
    <>
      <FilterEditor
        label="Only for matching documents"
        description="A query filter. Empty: every document."
        value={appliesTo}
        offered={paths}
        fault={fault}
        pointer="/applies_to"
        onChange={(next) => onChange({ applies_to: typedFilter(next, appliesTo) })}
      />
      <FieldWarnings warnings={warnings} at={['/applies_to']} />
      <Group grow align="flex-start">
        <Select
          label="Engine"
          clearable
          placeholder="default engine"
          data={engines.map(({ words }) => words)}
          value={engine ? `${engine.name} ${engine.version}` : null}
          error={faultAt(fault, '/engine')}
          onChange={(text) => onChange({ engine: engines.find(({ words }) => words === text)?.ref })}
        />
        <TextInput
          label="Outcome known after"
          placeholder="0s"
          value={horizon ?? ''}
          error={faultAt(fault, '/horizon')}
          onChange={(event) => onChange({ horizon: event.currentTarget.value })}
        />
      </Group>
      <FieldWarnings warnings={warnings} at={['/engine', '/horizon']} />
    </>
  );
}

/** Settings of a new judgment. Those of one that exists are changed on its page: no version holds them. */
export function SettingFields({ body, onChange, fault, warnings }: FieldProps) {
  const { freshness = {} } = body;
  return (
    <>
      <JsonField
        label="Thresholds"
        placeholder={'{"alarm": 0.6}'}
        value={body.thresholds}
        error={faultAt(fault, '/thresholds')}
        onChange={(next) => onChange({ thresholds: next as Body['thresholds'] })}
      />
      <FieldWarnings warnings={warnings} at={['/thresholds']} />
      <Group grow align="flex-start">
        <Select
          label="Judged"
          allowDeselect={false}
          data={policies}
          value={freshness.policy ?? 'on_read'}
          error={faultAt(fault, '/freshness')}
          onChange={(policy) =>
            onChange({ freshness: { ...freshness, policy: policy as 'on_read', interval: undefined } })
          }
        />
        {freshness.policy === 'interval' && (
          <TextInput
            label="Every"
            placeholder="1d"
            value={freshness.interval ?? ''}
            onChange={(event) => onChange({ freshness: { ...freshness, interval: event.currentTarget.value } })}
          />
        )}
      </Group>
      <FieldWarnings warnings={warnings} at={['/freshness']} />
    </>
  );
}
