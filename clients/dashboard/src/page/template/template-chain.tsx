import type { Schema } from '@app/sdk/client';
import { Group, Text } from '@mantine/core';
import { Fragment } from 'react';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Ask } from '../../element/ask';
import { Chip } from '../../element/chip';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { useMayChange } from '../../sign-in/session';
import { chainOf, standingText } from './chain';
import { useTemplateNames } from './use-template-names';

/** Where a judgment comes from, what this namespace has of its own, and the ways to change that. */
export function TemplateChain({ ns, judgment }: { ns: string; judgment: Schema<'JudgmentView'> }) {
  const names = useTemplateNames(ns);
  const mayChange = useMayChange();
  const { name, overrides = [], template } = judgment;
  const chain = chainOf(ns, judgment, names.data ?? new Map());
  // One that is defined here and nowhere above has nothing to choose between.
  if (chain.length === 1 && template === undefined && !names.error) return null;
  return (
    <Group gap="xs" role="group" aria-label="Templates">
      {chain.map(({ scope, isInForce }, at) => (
        <Fragment key={scope}>
          {at > 0 && <span aria-hidden="true">→</span>}
          {scope === ns ? <strong>here</strong> : <AppLink to={addresses.judgment(scope, name)}>{scope}</AppLink>}
          {isInForce && <Chip status="active" tone="good" />}
        </Fragment>
      ))}
      <Text size="sm" c="dimmed">
        {standingText(chain, overrides)}
      </Text>
      {names.error && <Refusal error={names.error} />}
      {mayChange && template !== undefined && <Detach ns={ns} judgment={judgment} template={template} />}
      {mayChange &&
        template !== undefined &&
        overrides.map((member) => <Reset key={member} ns={ns} name={name} member={member} template={template} />)}
    </Group>
  );
}

function concernsOf(ns: string, name: string) {
  return [
    keys.judgment.of(ns, name),
    keys.judgments.all,
    keys.versions.of(ns, name),
    keys.alternatives.of(ns, name),
    keys.documents.in(ns),
  ];
}

function Detach({ ns, judgment, template }: { ns: string; judgment: Schema<'JudgmentView'>; template: string }) {
  const { name, active_version: version } = judgment;
  const detach = useChange(() => client.namespace(ns).judgments.get(name).detach(), {
    concerns: concernsOf(ns, name),
    done: 'This namespace has its own copy.',
  });
  return (
    <Ask
      words="Detach"
      change={detach}
      question={
        <>
          {ns} gets its own copy of {name}: version {version} of {template} becomes its version 1. Answers and outcomes
          are kept, and nothing is judged again. Later changes of {template} do not apply to it. Archiving the copy
          restores the template.
        </>
      }
    />
  );
}

function Reset({ ns, name, member, template }: { ns: string; name: string; member: string; template: string }) {
  const reset = useChange(
    async () =>
      await client
        .namespace(ns)
        .judgments.get(name)
        .update({ [member]: null }),
    { concerns: concernsOf(ns, name), done: `Using the ${member} of ${template} again.` },
  );
  return (
    <Ask
      words={`Use the ${member} of ${template}`}
      change={reset}
      question={
        <>
          The {member} of this namespace are removed; those of {template} apply here from then on, including later
          changes.
        </>
      }
    />
  );
}
