import { Button, Grid, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { ChooseNamespace } from '../../element/choose-namespace';
import { Loaded } from '../../element/loaded';
import { Page } from '../../element/page';
import { Refusal } from '../../element/refusal';
import { useChange } from '../../element/use-change';
import { usePlace } from '../../element/use-place';
import { useMayChange } from '../../sign-in/session';
import { DraftForm } from './draft-form';
import { bodyOf, emptyDraft, readDraft, type Draft } from './draft';
import { EstimateFacts } from './estimate-facts';
import { Preview } from './preview';

/** A new judgment: the form, and beside it what it would read and cost while it is typed. */
export function EditorPage() {
  const ns = usePlace().value('ns');
  if (ns === '') return <ChooseNamespace title="New judgment" />;
  return <Editor key={ns} ns={ns} />;
}

function Editor({ ns }: { ns: string }) {
  const kept = `judgment.draft.${ns}`;
  const [draft, setDraft] = useState(() => readDraft(sessionStorage.getItem(kept)) ?? emptyDraft);
  const [, go] = useLocation();
  const mayChange = useMayChange();
  const starters = useQuery({
    queryKey: ['starters'],
    queryFn: async () => (await client.organization.starters()).starters,
    staleTime: Infinity,
  });
  const onChange = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    sessionStorage.setItem(kept, JSON.stringify(next));
  };
  const body = bodyOf(draft, starters.data ?? []);
  const [settled] = useDebouncedValue(body === null ? '' : JSON.stringify(body), 400);
  const onSaved = (name: string) => {
    sessionStorage.removeItem(kept);
    go(addresses.judgment(ns, name));
  };
  const save = useChange(
    async () => {
      if (body === null) throw new Error('Give a name and a question.');
      const change = await client.namespace(ns).judgments.create(body);
      if (change.status !== 'confirmation_required') onSaved(draft.name);
      return change;
    },
    { concerns: [['judgments', ns]] },
  );
  const confirm = useChange(
    async () => {
      if (!save.data) throw new Error('Save first.');
      await client.namespace(ns).judgments.confirm(save.data);
      onSaved(draft.name);
    },
    { concerns: [['judgments', ns]], done: 'The judgment is made.' },
  );
  const isAsked = save.data?.status === 'confirmation_required';
  return (
    <Page title={`New judgment in ${ns}`}>
      <Grid>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack>
            <Loaded query={starters}>{(all) => <DraftForm draft={draft} starters={all} onChange={onChange} />}</Loaded>
            {save.error !== null && <Refusal error={save.error} />}
            {confirm.error !== null && <Refusal error={confirm.error} />}
            {isAsked && save.data && (
              <>
                <Text>It costs enough to be confirmed:</Text>
                <EstimateFacts estimate={save.data.estimate} />
              </>
            )}
            {mayChange ? (
              <Group>
                {isAsked ? (
                  <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
                    Confirm and make
                  </Button>
                ) : (
                  <Button loading={save.isPending} disabled={body === null} onClick={() => save.mutate()}>
                    Make the judgment
                  </Button>
                )}
              </Group>
            ) : (
              <Text c="dimmed">You may look; owners and admins change.</Text>
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          {mayChange && (
            <Preview ns={ns} body={settled} onFields={(fields) => onChange({ fields: fields.join('\n') })} />
          )}
        </Grid.Col>
      </Grid>
    </Page>
  );
}
