import type { Schema } from '@app/sdk/client';
import { Button, Group, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../api/client';
import { failureOf } from '../../api/failure';
import { keys } from '../../api/query-keys';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import {
  type ModelDraft,
  addressOf,
  draftOfModel,
  isComplete,
  keepsSecrets,
  modelBodyOf,
  withProvider,
} from './model-draft';
import { ModelTrial } from './model-trial';
import { destinationText, readsWords } from './model-words';

/** Provider, address, key and model of one engine name. The key is in this form alone, until it is sent. */
export function ModelForm({
  standing,
  list: { providers, private_addresses: mayBePrivate },
  onClose,
}: {
  standing: Schema<'ModelView'>;
  list: Schema<'ModelList'>;
  onClose: () => void;
}) {
  const { engine } = standing;
  const [draft, setDraft] = useState(() => draftOfModel(standing, providers));
  const provider = providers.find((one) => one.provider === draft.provider);
  const save = useChange(
    async () => {
      await client.models.set(engine, modelBodyOf(draft), { retries: 0 });
      onClose();
    },
    {
      concerns: [keys.models.all, keys.engines.all],
      done: `Model saved: it answers for ${engine} from now on, in a new epoch.`,
    },
  );
  const change = (part: Partial<ModelDraft>) => {
    save.reset();
    setDraft({ ...draft, ...part });
  };
  const refused = save.error === null ? null : failureOf(save.error);
  const errorAt = (path: string) => (refused?.path === path ? refused.sentence : undefined);
  const isAtField = ['/base_url', '/model', '/key'].some((path) => errorAt(path) !== undefined);
  const keepsKey = standing.has_key && keepsSecrets(draft, standing, providers);
  return (
    <form
      aria-label={`Model behind ${engine}`}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(undefined);
      }}
    >
      <Stack gap="sm">
        <Select
          label="Provider"
          autoFocus
          allowDeselect={false}
          data={providers.map(({ provider: value, title }) => ({ value, label: title }))}
          value={draft.provider}
          description={provider?.note}
          onChange={(next) => change(withProvider(draft, next ?? draft.provider))}
        />
        <TextInput
          label="Base URL"
          inputMode="url"
          required={provider?.base_url === null}
          placeholder={provider?.base_url ?? 'https://judge.example.com'}
          description={`The request path can be left out.${mayBePrivate ? '' : ' A public HTTPS address.'}`}
          value={draft.baseUrl}
          error={errorAt('/base_url')}
          onChange={(event) => change({ baseUrl: event.currentTarget.value })}
        />
        <TextInput
          label="Model"
          required={provider?.model === null}
          placeholder={provider?.model ?? undefined}
          description="As named by the server."
          value={draft.model}
          error={errorAt('/model')}
          onChange={(event) => change({ model: event.currentTarget.value })}
        />
        <PasswordInput
          label="API key"
          autoComplete="off"
          required={provider?.needs_key === true && !keepsKey}
          placeholder={keepsKey ? 'set; leave empty to keep it' : undefined}
          description="Stored encrypted and never shown again."
          value={draft.key}
          error={errorAt('/key')}
          onChange={(event) => change({ key: event.currentTarget.value })}
          visibilityToggleButtonProps={{ 'aria-label': 'Show API key' }}
        />
        {typeof provider?.reads === 'string' && (
          <Select
            label="Probabilities"
            allowDeselect={false}
            description="Without log probabilities, the model states them itself."
            data={[
              { value: '', label: `default: ${readsWords[provider.reads] ?? provider.reads}` },
              ...Object.entries(readsWords).map(([value, label]) => ({ value, label })),
            ]}
            value={draft.reads}
            onChange={(next) => change({ reads: next ?? '' })}
          />
        )}
        <Text size="sm" className="wrap">
          {destinationText(addressOf(draft, providers))}
        </Text>
        <ModelTrial
          engine={engine}
          words="Test"
          model={modelBodyOf(draft)}
          isReady={isComplete(draft, standing, providers)}
        />
        {save.error !== null && !isAtField && <Refusal error={save.error} />}
        <Group gap="xs">
          <Button type="submit" loading={save.isPending} disabled={!isComplete(draft, standing, providers)}>
            Save
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
