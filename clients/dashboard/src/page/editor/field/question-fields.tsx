import { SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import type { Body } from '../draft/draft';
import { faultAt } from '../draft/fault';
import type { FieldProps } from './field-props';
import { JsonField } from '../../../element/json/json-field';
import { levelsOf, optionsOf, rowsOf } from '../draft/option-row';
import { OptionRows } from './option-rows';

/** What is asked, and what may be answered. */
export function QuestionFields({ body, onChange, fault }: FieldProps) {
  const { type, question, criteria, escape, options } = body;
  return (
    <>
      <div>
        <Text size="sm" fw={600}>
          Answer
        </Text>
        <SegmentedControl
          aria-label="Answer"
          data={[
            { value: 'bool', label: 'Yes or no' },
            { value: 'choice', label: 'Choice' },
            { value: 'score', label: 'Score' },
          ]}
          value={type ?? 'bool'}
          onChange={(next) => onChange({ type: next as Body['type'] })}
        />
      </div>
      <Textarea
        label="Question"
        autosize
        minRows={2}
        value={question ?? ''}
        error={faultAt(fault, '/question')}
        onChange={(event) => onChange({ question: event.currentTarget.value })}
      />
      {typeof criteria === 'object' && criteria !== null ? (
        <JsonField
          label="Separate criteria for yes and no"
          value={criteria}
          error={faultAt(fault, '/criteria')}
          onChange={(next) => onChange({ criteria: next as Body['criteria'] })}
        />
      ) : (
        <Textarea
          label="Criteria"
          autosize
          value={criteria ?? ''}
          error={faultAt(fault, '/criteria')}
          onChange={(event) => onChange({ criteria: event.currentTarget.value })}
        />
      )}
      {type === 'choice' && (
        <>
          {options === undefined || Array.isArray(options) ? (
            <OptionRows
              label="Options"
              one="option"
              rows={rowsOf(options)}
              error={faultAt(fault, '/options')}
              onChange={(rows) => onChange({ options: optionsOf(rows) })}
            />
          ) : (
            <JsonField
              label="Options from a relation"
              value={options}
              error={faultAt(fault, '/options')}
              onChange={(next) => onChange({ options: next as Body['options'] })}
            />
          )}
          <TextInput
            label="Label for “none of these”"
            placeholder="None of these"
            value={escape?.description ?? ''}
            error={faultAt(fault, '/escape')}
            onChange={(event) => onChange({ escape: { description: event.currentTarget.value } })}
          />
        </>
      )}
      {type === 'score' && (
        <OptionRows
          label="Levels"
          one="level"
          rows={rowsOf(body.levels)}
          error={faultAt(fault, '/levels')}
          onChange={(rows) => onChange({ levels: levelsOf(rows) as Body['levels'] })}
        />
      )}
    </>
  );
}
