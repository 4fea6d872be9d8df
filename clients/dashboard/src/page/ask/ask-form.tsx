import type { Schema } from '@app/sdk/client';
import { Button, Checkbox, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { addresses } from '../../address/address';
import { Loaded } from '../../element/loading/loaded';
import { Refusal } from '../../element/loading/refusal';
import { useJudgments } from '../../element/hook/use-judgments';
import { useStarters } from '../../element/hook/use-starters';
import { bodyOf, type Draft, emptyDraft, withStarter } from '../editor/draft/draft';
import { faultAt, faultOf, isShownByField } from '../editor/draft/fault';
import { FieldWarnings } from '../editor/field/field-warnings';
import { keptDraft } from '../editor/draft/kept-draft';
import { useDraft } from '../editor/draft/use-draft';
import { useDryRun } from '../editor/draft/use-dry-run';
import { type Column, columnsOf, readColumns } from './column';
import { CreateAndJudge } from './create-and-judge';
import { freeName, nameOf } from './judgment-name';
import { OwnQuestion } from './own-question';
import { StarterChoice } from './starter-choice';
import { StarterColumns } from './starter-columns';
import { suitedStarters, type Suited } from './suited';
import { ThreeAnswers } from './three-answers';
import { WhereTextsGo } from './where-texts-go';

/** What a namespace without an engine of its own asks. */
const usualEngine: Schema<'EngineRef'> = { name: 'jev', version: 'current' };
/** A pause in typing after which the service is asked what it would read and cost, in milliseconds. */
const pauseMs = 400;
/** No judgment is called so: the draft of this page is not that of the editor. */
const ofThisPage = 'first question';
/** New and changed documents are judged, so that a subscription hears of them. */
const first: Draft = { ...emptyDraft, body: { ...emptyDraft.body, freshness: { policy: 'on_change' } } };

/** The question as it is chosen or typed, three answers of it, and the way to create it. */
export function AskForm({
  view,
  documents,
  onMade,
}: {
  view: Schema<'NamespaceView'>;
  /** Not empty. */
  documents: readonly Schema<'DocumentView'>[];
  onMade: (made: { name: string; job: string | undefined }) => void;
}) {
  const starters = useStarters();
  const judgments = useJudgments(view.name);
  return (
    <Loaded query={judgments}>
      {(taken) => (
        <Loaded query={starters}>
          {(all) => (
            <Form
              view={view}
              documents={documents}
              starters={all}
              taken={taken.map(({ name }) => name)}
              onMade={onMade}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

function Form({
  view,
  documents,
  starters,
  taken,
  onMade,
}: Parameters<typeof AskForm>[0] & { starters: readonly Schema<'StarterView'>[]; taken: readonly string[] }) {
  const ns = view.name;
  const [, go] = useLocation();
  const { draft: typed, change, drop } = useDraft(ns, ofThisPage, first);
  const columns = useMemo(() => columnsOf(documents), [documents]);
  const draft = withColumns(typed, columns);
  const suited = useMemo(() => suitedStarters(starters, columns), [starters, columns]);
  const starter = starters.find(({ id }) => id === draft.starter);
  const name = draft.body.name || offeredName(draft, taken);
  const body = isWhole(draft) ? bodyOf({ ...draft, body: { ...draft.body, name } }, starters) : null;
  const [settled] = useDebouncedValue(body === null ? '' : JSON.stringify(body), pauseMs);
  const dry = useDryRun(ns, settled);
  const fault = faultOf(dry.error);
  const form = { type: draft.body.type, hasStarter: starter !== undefined };
  const isShown = fault !== null && isShownByField(fault, form);
  // What an earlier draft would cost is not what this one does.
  const isOfNow = !dry.isPlaceholderData && JSON.stringify(body) === settled;
  const isReady = body !== null && isOfNow && dry.data !== undefined && dry.error === null;
  const estimate = isReady ? dry.data.estimate : null;
  const warnings = isReady ? dry.data.warnings.filter(({ code }) => code !== 'short_history') : [];
  return (
    <Stack>
      <WhereTextsGo engine={dry.data?.definition.engine ?? view.default_engine ?? usualEngine} />
      <Paper withBorder p="md" component="section" aria-label="Question">
        <Stack gap="sm">
          <Title order={2} size="h4">
            1. The question
          </Title>
          <StarterChoice
            suited={suited}
            chosen={draft.starter}
            onChoose={(id) => change(chosen(draft, starter, id, suited))}
          />
          {starter ? (
            <StarterColumns
              starter={starter}
              columns={columns}
              given={draft.placeholders}
              fault={fault}
              onChange={(placeholders) => change({ placeholders })}
            />
          ) : (
            <OwnQuestion draft={draft} columns={columns} fault={fault} onChange={change} />
          )}
          <TextInput
            label="Name of the judgment"
            description="Letters, digits, _ and -"
            value={name}
            error={faultAt(fault, '/name')}
            onChange={(event) => change({ body: { ...draft.body, name: event.currentTarget.value } })}
          />
          <Checkbox
            label="Judge new and changed documents by itself"
            description="Without it a document is judged when somebody reads its answer."
            checked={draft.body.freshness?.policy === 'on_change'}
            onChange={(event) => {
              const policy = event.currentTarget.checked ? 'on_change' : 'on_read';
              change({ body: { ...draft.body, freshness: { policy } } });
            }}
          />
          {dry.error && !isShown && <Refusal error={dry.error} onRetry={() => void dry.refetch()} />}
          <FieldWarnings warnings={warnings} at={['']} />
          <Text size="sm">
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => {
                keptDraft(ns, '').keep({ ...draft, body: { ...draft.body, name } });
                go(addresses.editor(ns));
              }}
            >
              All settings in the editor
            </Button>
          </Text>
        </Stack>
      </Paper>
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Title order={2} size="h4">
            2. Three answers
          </Title>
          <ThreeAnswers
            ns={ns}
            body={isReady ? body : null}
            documents={documents.slice(0, 3).map(({ id }) => id)}
            estimate={estimate}
          />
        </Stack>
      </Paper>
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Title order={2} size="h4">
            3. All documents
          </Title>
          <CreateAndJudge
            view={view}
            body={isReady ? body : null}
            estimate={estimate}
            onMade={(made) => {
              drop();
              onMade(made);
            }}
          />
        </Stack>
      </Paper>
    </Stack>
  );
}

/** An own question reads what the documents hold, as long as nothing else is chosen. */
function withColumns(draft: Draft, columns: readonly Column[]): Draft {
  const fields = readColumns(columns);
  if (draft.starter !== '' || draft.body.context || fields.length === 0) return draft;
  return { ...draft, body: { ...draft.body, context: { fields } } };
}

/** Whether a choice has its options and a score its levels: the service would refuse what is still being typed. */
function isWhole({ starter, body: { type, options, levels } }: Draft): boolean {
  if (starter !== '') return true;
  if (type === 'choice') return Array.isArray(options) && options.length > 1;
  return type !== 'score' || (levels ?? []).length > 1;
}

/** The draft of another starter with the columns that suit it, or of an own question. */
function chosen(
  draft: Draft,
  former: Schema<'StarterView'> | undefined,
  id: string,
  suited: readonly Suited[],
): Partial<Draft> {
  const found = suited.find(({ starter }) => starter.id === id);
  const { body } = draft;
  return { ...withStarter(draft, former, id), placeholders: found?.paths ?? {}, body: { ...body, name: '' } };
}

/** A name that says what is asked, while none is typed. */
function offeredName({ starter, body }: Draft, taken: readonly string[]): string {
  if (starter !== '') return freeName(starter.slice(starter.indexOf('.') + 1), taken);
  const question = body.question ?? '';
  return question.trim() === '' ? '' : nameOf(question, taken);
}
