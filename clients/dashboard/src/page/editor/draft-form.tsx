import type { Schema } from '@app/sdk/client';
import { Select, Stack, TextInput } from '@mantine/core';
import { type Draft, withStarter, withType } from './draft/draft';
import { faultAt, type Fault } from './draft/fault';
import { FeatureFields } from './field/feature-fields';
import { PartFields } from './field/part-fields';
import { QuestionFields } from './field/question-fields';
import { RecipeFields } from './field/recipe-fields';
import { RuleFields, SettingFields } from './field/rule-fields';
import { pathsOf } from './field/sample-path';
import { StarterFields } from './field/starter-fields';
import type { Samples } from './draft/use-samples';

/** The fields of a judgment, or those of the starter that it is made from. */
export function DraftForm({
  ns,
  draft,
  isVersion,
  starters,
  samples,
  fault,
  warnings,
  onChange,
}: {
  ns: string;
  draft: Draft;
  isVersion: boolean;
  starters: readonly Schema<'StarterView'>[];
  samples: Samples;
  fault: Fault | null;
  warnings: readonly Schema<'Warning'>[];
  onChange: (part: Partial<Draft>) => void;
}) {
  const { body, starter: id, placeholders } = draft;
  const starter = starters.find((each) => each.id === id);
  const change = (part: Draft['body']) =>
    onChange(part.type === undefined ? { body: { ...body, ...part } } : withType(draft, part.type));
  const fields = { body, fault, warnings, onChange: change };
  const paths = samplePaths(samples);
  return (
    <Stack gap="sm">
      <TextInput
        label="Name"
        description="Letters, digits, _ and -"
        required
        disabled={isVersion}
        value={body.name ?? ''}
        error={faultAt(fault, '/name')}
        onChange={(event) => fields.onChange({ name: event.currentTarget.value })}
      />
      <Select
        label="Starter"
        placeholder="None: write the question"
        clearable
        searchable
        data={starters.map(({ id: value, title }) => ({ value, label: title }))}
        value={id === '' ? null : id}
        onChange={(next) => onChange(withStarter(draft, starter, next ?? ''))}
      />
      {starter ? (
        <StarterFields
          starter={starter}
          given={placeholders}
          fault={fault}
          outcomes={body.outcomes}
          {...(!isVersion && { onOutcomes: (outcomes: Draft['body']['outcomes']) => fields.onChange({ outcomes }) })}
          onChange={(given) => onChange({ placeholders: given })}
        />
      ) : (
        <>
          <QuestionFields {...fields} />
          <RecipeFields ns={ns} samples={samples} {...fields} />
          {isComposable(body) && (
            <>
              <PartFields {...fields} />
              <FeatureFields paths={paths} {...fields} />
            </>
          )}
        </>
      )}
      <RuleFields paths={paths} {...fields} />
      {!isVersion && <SettingFields {...fields} />}
    </Stack>
  );
}

/** Whether parts and features have fields: of a yes or no, and wherever the draft holds some, which are refused there. */
function isComposable({ type = 'bool', parts, features }: Draft['body']): boolean {
  return type === 'bool' || parts !== undefined || features !== undefined;
}

function samplePaths({ documents: [first] }: Samples): string[] {
  return first === undefined ? [] : pathsOf(first).map(({ path }) => path);
}
