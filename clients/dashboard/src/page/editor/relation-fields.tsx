import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { useJudgments } from '../../element/use-judgments';
import type { Body } from './draft';
import { faultAt } from './fault';
import type { FieldProps } from './field-props';
import { FieldWarnings } from './field-warnings';
import { JsonField } from '../../element/json-field';
import { LinesField } from './lines-field';
import { answersIn, answersText, joinOf, newName, type Pair, pairs, type RelationDraft } from './relation';

/** Other documents that are read beside the judged one, and answers about them. */
export function RelationFields({ ns, body, onChange, fault, warnings }: FieldProps & { ns: string }) {
  const context = body.context ?? { fields: [] };
  const relations = Object.entries(context.related ?? {});
  const groups = useQuery({
    queryKey: keys.groups.first(ns),
    queryFn: async () => (await client.namespace(ns).groups.list().page()).groups,
  });
  const set = (next: [string, RelationDraft][]) =>
    onChange({
      context: {
        ...context,
        related: next.length === 0 ? undefined : (Object.fromEntries(next) as NonNullable<Body['context']>['related']),
      },
    });
  const add = (pair: Pair, attribute: string) =>
    set([
      ...relations,
      [
        newName(
          pair,
          relations.map(([name]) => name),
        ),
        { join: joinOf(pair, attribute), fields: [] },
      ],
    ]);
  const groupKeys = [...new Set((groups.data ?? []).map(({ key }) => key))];
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        Related documents
      </Text>
      {relations.map(([name, relation], at) => (
        <OneRelation
          key={at}
          ns={ns}
          name={name}
          relation={relation}
          fault={faultAt(fault, `/context/related/${name}`)}
          warnings={warnings}
          onChange={(nextName, next) => set(relations.map((each, index) => (index === at ? [nextName, next] : each)))}
          onRemove={() => set(relations.filter((_, index) => index !== at))}
        />
      ))}
      {relations.length === 0 && faultAt(fault, '/context/related')}
      <Group gap="xs">
        {pairs.map(({ pair, words }) => (
          <Button key={pair} size="compact-xs" variant="default" onClick={() => add(pair, 'attributes.')}>
            {words}
          </Button>
        ))}
        {groupKeys.map((key) => (
          <Button key={key} size="compact-xs" variant="default" onClick={() => add('block', key)}>
            Those of the same {key.replace('attributes.', '')}, as the group counts
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

function OneRelation({
  ns,
  name,
  relation,
  fault,
  warnings,
  onChange,
  onRemove,
}: {
  ns: string;
  name: string;
  relation: RelationDraft;
  fault: string | undefined;
  warnings: FieldProps['warnings'];
  onChange: (name: string, relation: RelationDraft) => void;
  onRemove: () => void;
}) {
  const judgments = useJudgments(ns);
  const set = (part: Partial<RelationDraft>) => onChange(name, { ...relation, ...part });
  const { join, fields = [], answers = [] } = relation;
  return (
    <Paper withBorder p="xs" component="section" aria-label={`Relation ${name}`}>
      <Stack gap="xs">
        <Group grow align="flex-start">
          <TextInput label="Name" value={name} onChange={(event) => onChange(event.currentTarget.value, relation)} />
          <TextInput
            label="Their side"
            value={join.theirs}
            onChange={(event) => set({ join: { ...join, theirs: event.currentTarget.value } })}
          />
          <TextInput
            label="This document’s side"
            value={join.mine}
            onChange={(event) => set({ join: { ...join, mine: event.currentTarget.value } })}
          />
        </Group>
        <LinesField
          label="Paths of them, one a line"
          value={fields}
          print={(paths) => paths.join('\n')}
          parse={(text) => text.split(/\s*\n\s*/).filter((path) => path !== '')}
          onChange={(paths) => set({ fields: paths })}
        />
        <TextInput
          label="How many of them at most"
          description="The newest first. Of documents of one moment, such as those of one import, ids decide, ascending."
          type="number"
          min={1}
          max={200}
          placeholder="20"
          value={relation.last_n ?? ''}
          onChange={({ currentTarget: { value } }) => set({ last_n: value === '' ? undefined : Number(value) })}
        />
        <JsonField
          label="Only those that match"
          value={relation.where}
          onChange={(where) => set({ where: where as RelationDraft['where'] })}
        />
        <LinesField
          label="Answers about them, one a line"
          description={`Such as late: 0.3, 0.7 for bands, late: cut 0.5, topic: value. Judgments here: ${(judgments.data ?? []).map((each) => each.name).join(', ') || 'none'}`}
          value={answers}
          print={answersText}
          parse={answersIn}
          onChange={(next) => set({ answers: next.length === 0 ? undefined : next })}
        />
        {fault !== undefined && (
          <Text size="sm" c="red" role="alert">
            {fault}
          </Text>
        )}
        <FieldWarnings warnings={warnings} at={[`/context/related/${name}`]} />
        <Button size="compact-xs" variant="default" onClick={onRemove} style={{ alignSelf: 'flex-start' }}>
          Take {name} away
        </Button>
      </Stack>
    </Paper>
  );
}
