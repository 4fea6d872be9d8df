import type { Schema } from '@app/sdk/client';
import { SegmentedControl, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { Draft } from './draft';
import { StarterFields } from './starter-fields';

const policies = [
  { value: 'on_read', label: 'when it is read' },
  { value: 'on_change', label: 'when the document changes' },
  { value: 'manual', label: 'only when asked' },
];

/** The fields of a judgment, or those of the starter that it is made from. */
export function DraftForm({
  draft,
  starters,
  onChange,
}: {
  draft: Draft;
  starters: readonly Schema<'StarterView'>[];
  onChange: (part: Partial<Draft>) => void;
}) {
  const starter = starters.find(({ id }) => id === draft.starter);
  return (
    <Stack gap="sm">
      <TextInput
        label="Name"
        description="Letters, digits, _ and -"
        required
        value={draft.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        label="From a starter"
        placeholder="none: write the question"
        clearable
        searchable
        data={starters.map(({ id, title }) => ({ value: id, label: title }))}
        value={draft.starter === '' ? null : draft.starter}
        onChange={(id) => onChange({ starter: id ?? '' })}
      />
      {starter ? (
        <StarterFields
          starter={starter}
          given={draft.placeholders}
          onChange={(placeholders) => onChange({ placeholders })}
        />
      ) : (
        <QuestionFields draft={draft} onChange={onChange} />
      )}
      <Select
        label="Judged"
        allowDeselect={false}
        data={policies}
        value={draft.policy}
        onChange={(policy) => onChange({ policy: (policy ?? 'on_read') as Draft['policy'] })}
      />
    </Stack>
  );
}

function QuestionFields({ draft, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) {
  return (
    <>
      <div>
        <Text size="sm" fw={500}>
          Answer
        </Text>
        <SegmentedControl
          aria-label="Answer"
          data={[
            { value: 'bool', label: 'yes or no' },
            { value: 'choice', label: 'one of' },
            { value: 'score', label: 'a level' },
          ]}
          value={draft.type}
          onChange={(type) => onChange({ type: type as Draft['type'] })}
        />
      </div>
      <Textarea
        label="Question"
        autosize
        minRows={2}
        value={draft.question}
        onChange={(event) => onChange({ question: event.currentTarget.value })}
      />
      <Textarea
        label="Criteria"
        autosize
        value={draft.criteria}
        onChange={(event) => onChange({ criteria: event.currentTarget.value })}
      />
      {draft.type === 'choice' && (
        <>
          <Textarea
            label="Options, one a line: value: description"
            autosize
            minRows={3}
            value={draft.options}
            onChange={(event) => onChange({ options: event.currentTarget.value })}
          />
          <TextInput
            label="When none of them fits"
            value={draft.escape}
            onChange={(event) => onChange({ escape: event.currentTarget.value })}
          />
        </>
      )}
      {draft.type === 'score' && (
        <Textarea
          label="Levels, one a line: number: description"
          autosize
          minRows={3}
          value={draft.levels}
          onChange={(event) => onChange({ levels: event.currentTarget.value })}
        />
      )}
      <Textarea
        label="Paths that the engine reads, one a line"
        description="Such as state.note. Leave it empty for a suggestion."
        autosize
        minRows={2}
        maxRows={12}
        value={draft.fields}
        onChange={(event) => onChange({ fields: event.currentTarget.value })}
      />
    </>
  );
}
