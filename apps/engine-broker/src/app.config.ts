import { json, oneOf, secret, text } from '@app/config';
import { checkDrafter } from './draft/drafter-entry';
import { checkEntries, shownEntries } from './engine/engine-setup';

const keyOf = (name: string) =>
  secret(`ENGINE_${name}_KEY`, { meaning: 'key of the provider behind that engine name', fallback: '' });

/** What the broker reads from its environment beside what every service reads. */
export const brokerSettings = {
  engines: json('ENGINES', {
    meaning: 'engine entries by name, without keys: {"jev": {"preset": "jev", "rate": {"in_flight": 16}}}',
    fallback: {},
    check: checkEntries,
    shown: shownEntries,
  }),
  entriesFile: text('ENGINE_ENTRIES_FILE', {
    meaning: 'JSON file of engine entries that go before ENGINES, read again while the service runs; empty for none',
    fallback: '',
  }),
  entriesFileOf: oneOf('ENGINE_ENTRIES_FILE_OF', ['operator', 'start'], {
    meaning:
      'who writes that file: `start` for `npm start`, which holds the built-in engine there while the example is judged',
    fallback: 'operator',
  }),
  privateAddresses: oneOf('MODELS_PRIVATE_ADDRESSES', ['true', 'false'], {
    meaning:
      'whether owners may set models at private addresses and over plain http, as on one machine; elsewhere they could reach your network',
    fallback: 'false',
  }),
  /** Empty to look nowhere; an empty variable is one that is not set. */
  ollamaUrl: {
    ...text('ENGINE_OLLAMA_URL', {
      meaning:
        'server that lists models, where one is looked for when nothing is configured for jev: a decision model, else a chat model that answers within 5 s; `none` to look nowhere',
      fallback: 'http://127.0.0.1:11434',
    }),
    read: (raw: string) => (raw === 'none' ? '' : raw),
  },
  plainHttpOrigins: text('ENGINE_PLAIN_HTTP_ORIGINS', {
    meaning: 'origins beside loopback that may be plain http, separated by commas',
    fallback: '',
  }),
  drafter: json('DRAFTER', {
    meaning:
      'chat-completions model that drafts wordings, without its key: {"base_url", "path", "model", "rate", "key_file"}; {} for a chat model that ENGINE_OLLAMA_URL lists, if any',
    fallback: {},
    check: checkDrafter,
  }),
  drafterKey: secret('DRAFTER_KEY', { meaning: 'key of the drafting model', fallback: '' }),
  jevKey: keyOf('JEV'),
  lunaKey: keyOf('GPT_6_LUNA'),
  pplxKey: keyOf('PPLX_DECIDER'),
};
