import type { Schema } from '@app/sdk/client';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../api/client';
import { keys } from '../../../api/query-keys';
import { Loaded } from '../../../element/loading/loaded';
import { Refusal } from '../../../element/loading/refusal';
import { useChange } from '../../../element/hook/use-change';
import { EstimateFacts } from '../../editor/save/estimate-facts';
import { WarmFirst } from './warm-first';

/** Makes a version the active one, after its cost is seen. Stored documents may be judged with it beforehand. */
export function Activation({ ns, name, item }: { ns: string; name: string; item: Schema<'VersionItem'> }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={open}>
        Activate
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={`Activate version ${item.version}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Steps ns={ns} name={name} item={item} onDone={close} />
      </Modal>
    </>
  );
}

function Steps({
  ns,
  name,
  item: { version, definition },
  onDone,
}: {
  ns: string;
  name: string;
  item: Schema<'VersionItem'>;
  onDone: () => void;
}) {
  const { judgments } = client.namespace(ns);
  const cost = useQuery({
    queryKey: keys.dryRun.ofVersion(ns, name, version),
    queryFn: async () => {
      const body = definition as unknown as Schema<'JudgmentCreateBody'>;
      return (await judgments.create({ ...body, dry_run: true })).estimate;
    },
    refetchOnWindowFocus: false,
  });
  const concerns = [
    keys.judgment.of(ns, name),
    keys.judgments.all,
    keys.versions.of(ns, name),
    keys.alternatives.of(ns, name),
    keys.documents.in(ns),
    keys.document.in(ns),
  ];
  const end = (change: Schema<'JudgmentChange'>) => {
    if (change.status !== 'confirmation_required') onDone();
    return change;
  };
  const activate = useChange(async () => end(await judgments.get(name).activate({ version })), {
    concerns,
    done: (change) => (change.status === 'updated' ? `Version ${version} is active.` : 'Check the cost, then confirm.'),
  });
  const confirm = useChange(
    async () => {
      if (!activate.data) throw new Error('Activate first.');
      return end(await judgments.confirm(activate.data));
    },
    { concerns, done: `Version ${version} is active.` },
  );
  const asked = activate.data?.status === 'confirmation_required' ? activate.data : null;
  return (
    <Stack gap="sm">
      <Loaded query={cost}>{(estimate) => <EstimateFacts estimate={asked?.estimate ?? estimate} />}</Loaded>
      <Text size="sm">
        Existing answers of this version are used again; the others are stale until they are judged by policy or by a
        backfill.
      </Text>
      <WarmFirst ns={ns} name={name} version={version} />
      {asked && (
        <Text role="status">With this version documents are judged automatically, so it needs your confirmation.</Text>
      )}
      {activate.error !== null && <Refusal error={activate.error} />}
      {confirm.error !== null && <Refusal error={confirm.error} />}
      <Group justify="flex-end">
        {asked ? (
          <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
            Confirm and activate
          </Button>
        ) : (
          <Button loading={activate.isPending} onClick={() => activate.mutate()}>
            Activate version {version}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
