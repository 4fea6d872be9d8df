import { Autocomplete, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../api/client';
import { keys } from '../../../api/query-keys';
import type { Body } from '../draft/draft';
import { faultAt } from '../draft/fault';
import type { FieldProps } from './field-props';
import { FieldWarnings } from './field-warnings';
import { FilterEditor } from '../../../element/json/filter-editor';
import { typedFilter } from '../../../filter/typed-filter';
import { LinesField } from './lines-field';
import { joinOf, newName, type Pair, pairs, type RelationDraft } from './relation';
import { UpstreamFields } from './upstream-fields';

/** Other documents that are read beside the judged one, and answers about them. */
export function RelationFields({
  ns,
  body,
  onChange,
  fault,
  warnings,
  paths,
}: FieldProps & {
  ns: string;
  /** Of sample documents. */
  paths: readonly string[];
}) {
  // Fields hold text of their own: when a relation goes, those after it begin anew under its place.
  const [removals, setRemovals] = useState(0);
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
      <Text size="sm" fw={600}>
        Related documents
      </Text>
      {relations.map(([name, relation], at) => (
        <OneRelation
          key={`${removals} ${at}`}
          ns={ns}
          paths={paths}
          name={name}
          relation={relation}
          fault={fault}
          warnings={warnings}
          onChange={(nextName, next) => set(relations.map((each, index) => (index === at ? [nextName, next] : each)))}
          onRemove={() => {
            setRemovals(removals + 1);
            set(relations.filter((_, index) => index !== at));
          }}
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
            Documents with the same {key.replace('attributes.', '')}, as in the group
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

function OneRelation({
  ns,
  paths,
  name,
  relation,
  fault,
  warnings,
  onChange,
  onRemove,
}: {
  ns: string;
  paths: readonly string[];
  name: string;
  relation: RelationDraft;
  fault: FieldProps['fault'];
  warnings: FieldProps['warnings'];
  onChange: (name: string, relation: RelationDraft) => void;
  onRemove: () => void;
}) {
  const set = (part: Partial<RelationDraft>) => onChange(name, { ...relation, ...part });
  const { join, where, fields = [], answers = [] } = relation;
  const pointer = `/context/related/${name}`;
  // A filter says by itself what is refused of it.
  const refused = faultAt(fault, `${pointer}/where`) ? undefined : faultAt(fault, pointer);
  const sides = ['id', ...paths.filter((path) => path.startsWith('attributes.'))];
  return (
    <Paper withBorder p="xs" component="section" aria-label={`Relation ${name}`}>
      <Stack gap="xs">
        <Group grow align="flex-start">
          <TextInput label="Name" value={name} onChange={(event) => onChange(event.currentTarget.value, relation)} />
          <Autocomplete
            label="Their key"
            data={[...sides]}
            value={join.theirs}
            onChange={(theirs) => set({ join: { ...join, theirs } })}
          />
          <Autocomplete
            label="This document’s key"
            data={[...sides]}
            value={join.mine}
            onChange={(mine) => set({ join: { ...join, mine } })}
          />
        </Group>
        <LinesField
          label="Paths of them, one per line"
          value={fields}
          print={(paths) => paths.join('\n')}
          parse={(text) => text.split(/\s*\n\s*/).filter((path) => path !== '')}
          onChange={(paths) => set({ fields: paths })}
        />
        <TextInput
          label="Max. documents"
          description="Newest first. Documents of the same time are ordered by id."
          type="number"
          min={1}
          max={200}
          placeholder="20"
          value={relation.last_n ?? ''}
          onChange={({ currentTarget: { value } }) => set({ last_n: value === '' ? undefined : Number(value) })}
        />
        <FilterEditor
          label="Only matching documents"
          value={where}
          offered={paths}
          fault={fault}
          pointer={`${pointer}/where`}
          onChange={(next) => set({ where: typedFilter(next, where) })}
        />
        <UpstreamFields ns={ns} answers={answers} onChange={(next) => set({ answers: next })} />
        {refused !== undefined && (
          <Text size="sm" c="red" role="alert">
            {refused}
          </Text>
        )}
        <FieldWarnings warnings={warnings} at={[pointer]} />
        <Button size="compact-xs" variant="default" onClick={onRemove} style={{ alignSelf: 'flex-start' }}>
          Take {name} away
        </Button>
      </Stack>
    </Paper>
  );
}
