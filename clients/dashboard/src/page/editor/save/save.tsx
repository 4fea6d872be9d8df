import { Button, Group, Stack, Text } from '@mantine/core';
import type { Schema } from '@app/sdk/client';
import { client } from '../../../api/client';
import { keys } from '../../../api/query-keys';
import { Facts } from '../../../element/facts';
import { Refusal } from '../../../element/loading/refusal';
import { useChange } from '../../../element/hook/use-change';
import type { Body } from '../draft/draft';
import { EstimateFacts } from './estimate-facts';
import { faultOf, isShownByField } from '../draft/fault';
import { FieldWarnings } from '../field/field-warnings';
import { settingFacts } from './setting-facts';

/**
 * Saves what is typed, and asks when it costs enough to be confirmed. Someone else's change meanwhile is refused.
 * @param activeVersion that the draft began from; null for a judgment that must not exist yet
 */
export function Save({
  ns,
  body,
  activeVersion,
  onFault,
  onSaved,
}: {
  ns: string;
  /** Null while there is nothing to save. */
  body: Body | null;
  activeVersion: number | null;
  onFault: (error: unknown) => void;
  onSaved: (name: string) => void;
}) {
  const { judgments } = client.namespace(ns);
  const concerns = [
    keys.judgments.of(ns),
    keys.judgment.in(ns),
    keys.versions.in(ns),
    keys.alternatives.in(ns),
    keys.documents.in(ns),
    keys.document.in(ns),
  ];
  const end = (change: Schema<'JudgmentChange'>) => {
    if (change.status !== 'confirmation_required' && body) onSaved(body.name);
    return change;
  };
  const save = useChange(
    async (backfill: boolean) => {
      if (body === null) throw new Error('Enter a name and a question.');
      return end(await judgments.create({ ...body, if_active_version: activeVersion, ...(backfill && { backfill }) }));
    },
    { concerns, done: (change) => words[change.status] ?? change.status },
  );
  const confirm = useChange(
    async () => {
      if (!save.data) throw new Error('Save first.');
      return end(await judgments.confirm(save.data));
    },
    { concerns, done: (change) => words[change.status] ?? change.status },
  );
  const asked = save.data?.status === 'confirmation_required' ? save.data : null;
  const submit = (backfill: boolean) => save.mutate(backfill, { onError: onFault });
  const fault = faultOf(save.error);
  const form = { type: body?.type, hasStarter: body?.from_starter !== undefined };
  return (
    <Stack gap="sm">
      {save.error !== null && !(fault && isShownByField(fault, form)) && <Refusal error={save.error} />}
      {confirm.error !== null && <Refusal error={confirm.error} />}
      {asked && (
        <>
          <Text role="status">This change needs your confirmation:</Text>
          <EstimateFacts estimate={asked.estimate} />
          <Facts facts={settingFacts(asked.settings)} />
          <FieldWarnings warnings={asked.warnings} at={['']} />
        </>
      )}
      <Group>
        {asked ? (
          <>
            <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
              Confirm and create
            </Button>
            <Button
              variant="default"
              onClick={() => {
                save.reset();
                confirm.reset();
              }}
            >
              Keep editing
            </Button>
          </>
        ) : (
          <>
            <Button loading={save.isPending} disabled={body === null} onClick={() => submit(false)}>
              {activeVersion === null ? 'Create judgment' : 'Create version'}
            </Button>
            <Button variant="default" disabled={body === null || save.isPending} onClick={() => submit(true)}>
              Create and backfill
            </Button>
          </>
        )}
      </Group>
    </Stack>
  );
}

const words: Readonly<Record<string, string>> = {
  created: 'Judgment created.',
  version_created: 'Version created and active.',
  activated: 'Same as an earlier version, which is active now.',
  unchanged: 'No changes: the active version is the same.',
  confirmation_required: 'Check the cost, then confirm.',
};
