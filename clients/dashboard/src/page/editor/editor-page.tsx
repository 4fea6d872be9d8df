import type { Schema } from '@app/sdk/client';
import { Grid, Stack, Tabs, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { ChooseNamespace } from '../../element/choose-namespace';
import { Late } from '../../element/loading/late';
import { later } from '../../element/loading/later';
import { Loaded } from '../../element/loading/loaded';
import { Page } from '../../element/page';
import { usePlace } from '../../element/hook/use-place';
import { useStarters } from '../../element/hook/use-starters';
import { useMayChange } from '../../sign-in/session';
import { bodyOf, type Draft, draftFrom, draftOf, emptyDraft, requestOf } from './draft/draft';
import { DraftForm } from './draft-form';
import { faultOf } from './draft/fault';
import { Preview } from './save/preview';
import { Save } from './save/save';
import { TryPanel } from './trial/try-panel';
import { useDraft } from './draft/use-draft';
import { useDryRun } from './draft/use-dry-run';
import { useSamples } from './draft/use-samples';

const JsonTab = later('JsonTab', () => import('./field/json-tab'));
const noWarnings: Schema<'JudgmentChange'>['warnings'] = [];
/** A pause in typing after which the service is asked, in milliseconds. */
const pauseMs = 400;

/** A new judgment, or a version of one: the form, and beside it what it would read and cost while it is typed. */
export function EditorPage() {
  const place = usePlace();
  const [ns, name] = [place.value('ns'), place.value('name')];
  if (ns === '') return <ChooseNamespace title="New judgment" />;
  if (name === '') return <Editor key={ns} ns={ns} name="" first={emptyDraft} activeVersion={null} />;
  return <VersionEditor key={`${ns} ${name}`} ns={ns} name={name} />;
}

function VersionEditor({ ns, name }: { ns: string; name: string }) {
  const judgment = useQuery({
    queryKey: keys.judgment.of(ns, name),
    queryFn: async () => await client.namespace(ns).judgments.get(name).read(),
    // What is typed began from this version; a change meanwhile is refused when it is saved.
    refetchOnWindowFocus: false,
  });
  if (!judgment.data) {
    return (
      <Page title={`New version of ${name}`}>
        <Loaded query={judgment}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Started ns={ns} name={name} view={judgment.data} />;
}

function Started({
  ns,
  name,
  view,
}: {
  ns: string;
  name: string;
  view: { active_version: number; definition: Definition };
}) {
  const [began] = useState(view);
  return <Editor ns={ns} name={name} first={draftOf(began.definition)} activeVersion={began.active_version} />;
}
type Definition = Parameters<typeof draftOf>[0];

function Editor({
  ns,
  name,
  first,
  activeVersion,
}: {
  ns: string;
  name: string;
  first: Draft;
  activeVersion: number | null;
}) {
  const { draft, epoch, change, replace, drop } = useDraft(ns, name, first);
  const [, go] = useLocation();
  const mayChange = useMayChange();
  const [refused, setRefused] = useState<unknown>(null);
  const samples = useSamples(ns);
  const starters = useStarters();
  const isVersion = activeVersion !== null;
  const body = bodyOf(draft, starters.data ?? [], isVersion);
  const [settled] = useDebouncedValue(body === null ? '' : JSON.stringify(body), pauseMs);
  const dry = useDryRun(ns, mayChange ? settled : '');
  const fault = faultOf(dry.error ?? refused);
  const warnings = dry.data && !dry.error ? dry.data.warnings : noWarnings;
  const onChange = (part: Partial<Draft>) => {
    setRefused(null);
    change(part);
  };
  const onSaved = (saved: string) => {
    drop();
    go(addresses.judgment(ns, saved));
  };
  const found = samples.data ?? { namespace: '', documents: [] };
  return (
    <Page title={isVersion ? `New version of ${name}` : `New judgment in ${ns}`}>
      <Grid>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack>
            <Tabs defaultValue="form" keepMounted={false}>
              <Tabs.List mb="sm">
                <Tabs.Tab value="form">Form</Tabs.Tab>
                <Tabs.Tab value="json">JSON</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="form">
                <Loaded query={starters}>
                  {(all) => (
                    <DraftForm
                      key={epoch}
                      ns={ns}
                      draft={draft}
                      isVersion={isVersion}
                      fault={fault}
                      warnings={warnings}
                      onChange={onChange}
                      starters={all}
                      samples={found}
                    />
                  )}
                </Loaded>
              </Tabs.Panel>
              <Tabs.Panel value="json">
                <Late>
                  <JsonTab
                    value={requestOf(draft, starters.data ?? [])}
                    fault={fault}
                    warnings={warnings}
                    onChange={(request) => onChange(draftFrom(request))}
                  />
                </Late>
              </Tabs.Panel>
            </Tabs>
            {mayChange ? (
              <Save ns={ns} body={body} activeVersion={activeVersion} onSaved={onSaved} onFault={setRefused} />
            ) : (
              <Text c="dimmed">Read-only access: owners and admins make changes.</Text>
            )}
          </Stack>
        </Grid.Col>
        {mayChange && (
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Stack>
              <Preview
                dry={dry}
                isAsked={settled !== ''}
                form={{ type: draft.body.type, hasStarter: draft.starter !== '' }}
                onFields={(fields) => replace({ ...draft, body: { ...draft.body, context: { fields } } })}
              />
              {body && <TryPanel body={body} samples={found} estimate={dry.data?.estimate ?? null} />}
            </Stack>
          </Grid.Col>
        )}
      </Grid>
    </Page>
  );
}
