import { Autocomplete, Group, Select, TextInput } from '@mantine/core';
import { useJudgments } from '../../../element/hook/use-judgments';
import { ListFields } from './list-fields';
import { LinesField } from './lines-field';
import { edgesIn, edgesText, type Shown, shownAs, shownOf, type Upstream, upstreamFields, withShown } from './upstream';

/** Answers of other judgments about the documents of a relation: in bands, by a cut, or as the option. */
export function UpstreamFields({
  ns,
  answers,
  onChange,
}: {
  ns: string;
  answers: readonly Upstream[];
  onChange: (answers: Upstream[] | undefined) => void;
}) {
  const judgments = useJudgments(ns);
  const names = (judgments.data ?? []).map(({ name }) => name);
  return (
    <ListFields
      title="Answers about them"
      description="Answers of other judgments about the related documents. The engine reads the band, never the number."
      addWords="Add answer"
      itemWords="Answer"
      items={answers}
      added={{ judgment: '', bands: [] }}
      // The relation shows what is refused of it.
      faultAt={() => undefined}
      onChange={onChange}
    >
      {(answer, set) => (
        <Group grow align="flex-start">
          <Autocomplete
            label="Judgment"
            data={names}
            value={answer.judgment}
            onChange={(judgment) => set({ ...answer, judgment })}
          />
          <Select
            label="Shown"
            allowDeselect={false}
            data={[...shownAs]}
            value={shownOf(answer)}
            onChange={(shown) => set(withShown(answer, (shown ?? 'bands') as Shown))}
          />
          {shownOf(answer) !== 'value' && (
            <Select
              label="Value to use"
              allowDeselect={false}
              data={[...upstreamFields]}
              value={answer.field ?? ''}
              onChange={(field) => set({ ...answer, field: (field || undefined) as Upstream['field'] })}
            />
          )}
          {shownOf(answer) === 'bands' && (
            <LinesField
              label="Band edges"
              placeholder="0.3, 0.7"
              minRows={1}
              value={answer.bands ?? []}
              print={edgesText}
              parse={edgesIn}
              onChange={(bands) => set({ ...answer, bands })}
            />
          )}
          {shownOf(answer) === 'cut' && (
            <TextInput
              label="Threshold"
              type="number"
              step="any"
              defaultValue={answer.cut}
              onChange={(event) => set({ ...answer, cut: Number(event.currentTarget.value) })}
            />
          )}
        </Group>
      )}
    </ListFields>
  );
}
