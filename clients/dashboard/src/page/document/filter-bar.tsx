import { Autocomplete, Button, CloseButton, Group, Select, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useSample } from '../../element/hook/use-sample';
import { answerPaths, type Asked, offeredValues, sampledKind, sampledPaths } from '../../filter/offered';
import {
  chipsOf,
  comparisons,
  filterOf,
  isTextOfDigits,
  readFilter,
  type Chip,
  type Comparison,
} from '../../filter/filter';

const empty: Chip = { path: '', comparison: 'eq', value: '' };

/** Conditions one by one, or the same filter as JSON. @param text JSON of the filter in force */
export function FilterBar({
  ns,
  text,
  judgments,
  onChange,
}: {
  ns: string;
  text: string;
  /** Judgments whose answers and thresholds are offered. */
  judgments: readonly Asked[];
  onChange: (text: string | undefined) => void;
}) {
  const read = tryRead(text);
  const chips = read.error === null ? chipsOf(read.filter) : null;
  const [isJson, setJson] = useState(chips === null);
  const [draft, setDraft] = useState<Chip[]>(chips ?? []);
  const [json, setJsonText] = useState(text);
  const sample = useSample(ns);
  const paths = [...sampledPaths(sample), ...answerPaths(judgments), 'id', 'created_at', 'updated_at'];
  const kindOf = (path: string) => sampledKind(path, sample);
  const apply = () => {
    const next = isJson ? json : JSON.stringify(filterOf(draft, kindOf) ?? '');
    onChange(next === '""' || next.trim() === '' ? undefined : next);
  };
  const change = (at: number, part: Partial<Chip>) =>
    setDraft(draft.map((chip, index) => (index === at ? { ...chip, ...part } : chip)));
  const toggle = (toJson: boolean) => {
    if (toJson) setJsonText(JSON.stringify(filterOf(draft, kindOf), null, 1) ?? '');
    else setDraft(chipsOf(tryRead(json).filter) ?? []);
    setJson(toJson);
  };
  const problem = isJson ? tryRead(json).error : null;
  const isTooRich = isJson && (problem !== null || chipsOf(tryRead(json).filter) === null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null) apply();
      }}
    >
      <Stack gap="xs">
        {isJson ? (
          <Textarea
            label="Filter as JSON"
            autosize
            minRows={2}
            maxRows={12}
            value={json}
            error={problem}
            onChange={(event) => setJsonText(event.currentTarget.value)}
          />
        ) : (
          draft.map((chip, at) => (
            <Group key={at} gap="xs" wrap="wrap" align="flex-end">
              <Autocomplete
                size="xs"
                aria-label="Path"
                placeholder="attributes.country"
                data={paths}
                value={chip.path}
                onChange={(path) => change(at, { path })}
              />
              <Select
                size="xs"
                aria-label="Comparison"
                w={110}
                data={[...comparisons]}
                value={chip.comparison}
                allowDeselect={false}
                onChange={(comparison) => change(at, { comparison: (comparison ?? 'eq') as Comparison })}
              />
              <Autocomplete
                size="xs"
                aria-label="Value"
                placeholder={chip.comparison === 'within' ? '7d' : undefined}
                data={offeredValues(chip.path, sample)}
                value={chip.value}
                onChange={(value) => change(at, { value })}
              />
              <CloseButton
                aria-label={`Remove the condition on ${chip.path || 'nothing'}`}
                onClick={() => setDraft(draft.filter((_, index) => index !== at))}
              />
            </Group>
          ))
        )}
        {!isJson && draft.some((chip) => isTextOfDigits(chip, kindOf(chip.path.trim()))) && (
          <Text size="xs" c="dimmed">
            Compared as text, so that no digit is lost.
          </Text>
        )}
        <Group gap="sm">
          {!isJson && (
            <Button size="xs" variant="default" onClick={() => setDraft([...draft, empty])}>
              Add condition
            </Button>
          )}
          <Button size="xs" type="submit" disabled={problem !== null}>
            Apply
          </Button>
          <Switch
            label="JSON"
            checked={isJson}
            disabled={isTooRich}
            onChange={(event) => toggle(event.currentTarget.checked)}
          />
          {isTooRich && problem === null && (
            <Text size="xs" c="dimmed">
              This filter can only be edited as JSON.
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function tryRead(text: string): { filter: unknown; error: string | null } {
  try {
    return { filter: readFilter(text), error: null };
  } catch (error) {
    return { filter: undefined, error: (error as Error).message };
  }
}
