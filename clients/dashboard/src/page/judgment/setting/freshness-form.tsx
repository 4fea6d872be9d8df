import type { Schema } from '@app/sdk/client';
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../../api/client';
import { keys } from '../../../api/query-keys';
import { Facts } from '../../../element/facts';
import type { JudgmentProps } from '../../../element/hook/judgment-props';
import { Refusal } from '../../../element/loading/refusal';
import { useChange } from '../../../element/hook/use-change';
import { EstimateFacts } from '../../editor/save/estimate-facts';
import { FieldWarnings } from '../../editor/field/field-warnings';
import { settingFacts } from '../../editor/save/setting-facts';
import { changesOf, fieldsOf, type FreshnessFields } from './freshness-fields';

const policies = [
  { value: 'on_read', label: 'When it is read' },
  { value: 'on_change', label: 'When the document changes' },
  { value: 'interval', label: 'On a schedule' },
  { value: 'manual', label: 'Only on request' },
];
const numbers = [
  ['debounce', 'Wait after a change (s)'],
  ['maxWait', 'Max. wait (s)'],
  ['fanoutDebounce', 'Fan-out wait (s)'],
  ['fanoutMaxWait', 'Max. fan-out delay (s)'],
  ['rollingLimit', 'Fan-out answers per 24 h'],
  ['blockCap', 'Max. documents per block'],
] as const;

/** Changes when answers are made anew. What makes documents be judged by themselves is confirmed after its cost is seen. */
export function FreshnessForm({ ns, judgment: { name, freshness } }: JudgmentProps) {
  const [fields, setFields] = useState<FreshnessFields>(() => fieldsOf(freshness));
  const { judgments } = client.namespace(ns);
  const concerns = [keys.judgment.of(ns, name), keys.judgments.all, keys.documents.in(ns), keys.document.in(ns)];
  const words = (change: Schema<'JudgmentChange'>) =>
    change.status === 'updated' ? 'Saved. No new version was created.' : 'Check the cost, then confirm.';
  const changes = changesOf(freshness, fields);
  const save = useChange(async () => await judgments.get(name).update({ freshness: changes }), {
    concerns,
    done: words,
  });
  const confirm = useChange(
    async () => {
      if (!save.data) throw new Error('Save first.');
      return await judgments.confirm(save.data);
    },
    { concerns, done: words },
  );
  const asked = save.data?.status === 'confirmation_required' ? save.data : null;
  const set = (part: Partial<FreshnessFields>) => {
    save.reset();
    setFields({ ...fields, ...part });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (asked) confirm.mutate();
        else save.mutate();
      }}
    >
      <Stack gap="sm">
        <Group align="flex-end">
          <Select
            label="Judged"
            allowDeselect={false}
            data={policies}
            value={fields.policy}
            onChange={(policy) => set({ policy: (policy ?? 'on_read') as FreshnessFields['policy'] })}
          />
          {fields.policy === 'interval' && (
            <TextInput
              label="Every"
              placeholder="1d"
              value={fields.interval}
              onChange={(event) => set({ interval: event.currentTarget.value })}
            />
          )}
          {numbers.map(([member, label]) => (
            <TextInput
              key={member}
              label={label}
              type="number"
              min={0}
              w={210}
              value={fields[member]}
              onChange={(event) => set({ [member]: event.currentTarget.value })}
            />
          ))}
        </Group>
        {asked && (
          <>
            <Text role="status">This change needs your confirmation:</Text>
            {asked.warnings.map(({ code, path, message }) => (
              <Text key={`${code} ${path}`} size="sm">
                {message}
              </Text>
            ))}
            <EstimateFacts estimate={asked.estimate} />
            <Facts facts={settingFacts(asked.settings)} />
          </>
        )}
        <FieldWarnings warnings={(confirm.data ?? save.data)?.warnings ?? []} at={['']} />
        {save.error !== null && <Refusal error={save.error} />}
        {confirm.error !== null && <Refusal error={confirm.error} />}
        <div>
          <Button
            type="submit"
            size="xs"
            variant="default"
            disabled={Object.keys(changes).length === 0}
            loading={save.isPending || confirm.isPending}
          >
            {asked ? 'Confirm freshness' : 'Save freshness'}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
