import type { Schema } from '@app/sdk/client';
import { Checkbox, Text, TextInput } from '@mantine/core';
import type { Body, Draft, Placeholder } from '../draft/draft';
import { faultAt, type Fault } from '../draft/fault';
import { rowsOfText } from '../draft/option-row';
import { OptionRows } from './option-rows';

/** The placeholders of a starter, each with what it means and an example. */
export function StarterFields({
  starter: { summary, placeholders, outcomes: suggested },
  given,
  fault,
  outcomes,
  onChange,
  onOutcomes,
}: {
  starter: Schema<'StarterView'>;
  given: Draft['placeholders'];
  fault: Fault | null;
  /** The outcome setting of the draft. */
  outcomes: Body['outcomes'];
  onChange: (given: Draft['placeholders']) => void;
  /** Undefined: none. Left out where a version is made, which holds no settings. */
  onOutcomes?: (outcomes: Body['outcomes']) => void;
}) {
  return (
    <>
      <Text c="dimmed">{summary}</Text>
      {placeholders.map(({ name, kind, description, example, optional }) => {
        const set = (typed: Placeholder) => onChange({ ...given, [name]: typed });
        const error = faultAt(fault, `/from_starter/placeholders/${name}`);
        const typed = given[name] ?? '';
        return kind === 'option_list' ? (
          <OptionRows
            key={name}
            label={name}
            one="option"
            rows={typeof typed === 'string' ? rowsOfText(typed) : typed}
            description={description}
            required={!optional}
            error={error}
            onChange={set}
          />
        ) : (
          <TextInput
            key={name}
            label={name}
            description={description}
            required={!optional}
            placeholder={String(example)}
            value={String(typed)}
            error={error}
            onChange={(event) => set(event.currentTarget.value)}
          />
        );
      })}
      {onOutcomes && Object.keys(suggested).length > 0 && (
        <Checkbox
          label={`Also use its suggested outcomes: ${JSON.stringify(suggested)}`}
          description="With “implicit”, an answer without an outcome counts as “no” after that time, and fits use it."
          checked={JSON.stringify(outcomes) === JSON.stringify(suggested)}
          onChange={(event) => onOutcomes(event.currentTarget.checked ? suggested : undefined)}
        />
      )}
    </>
  );
}
