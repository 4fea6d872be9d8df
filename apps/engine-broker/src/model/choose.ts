import { ModelBody, maxModelValues } from '@app/contracts/engines';
import { isFreeHeader } from '@app/engines';
import { Problem, invalid } from '@app/problem';
import { readAddress } from './address';
import { membersOf, providerOf } from './provider';
import { ModelChoice, SavedModel } from './saved-model';

type Values = Readonly<Record<string, string>>;

/**
 * What a body says, filled in from its provider, and from the model that is set where provider and address stay. At another address
 * nothing of before is sent: a key goes only where its owner sent it.
 * @param known the model that is set
 * @throws Problem `invalid_request` with the member to mend
 */
export function chooseModel(body: ModelBody, known: SavedModel | null): ModelChoice {
  const provider = providerOf(body.provider);
  if (provider === undefined) throw new TypeError(`no provider ${body.provider}`);
  const { own, baseUrl, model: ownModel } = membersOf(provider);
  const raw = body.base_url ?? baseUrl;
  if (raw === null) throw missing('base_url', `${provider.title} has no address of its own; give its base URL.`);
  const address = readAddress(raw, own.path);
  const model = body.model ?? ownModel;
  if (model === null) throw missing('model', 'Name the model, as its server does.');
  if (body.reads !== undefined && own.chat === null)
    throw invalid(
      'unknown_field',
      '/reads',
      '`reads` belongs to chat models; a decision model gives its probabilities.',
    );
  const isSamePlace = known?.provider === body.provider && known.base_url === address.base;
  const kept = (isSamePlace && known.secrets) || { key: null, headers: {}, query: {} };
  const key = body.key === undefined ? kept.key : body.key;
  if (key === null && provider.needsKey) throw missing('key', keyWords(provider.title, known, isSamePlace));
  const headers = mergeValues('headers', lowered(body.headers), kept.headers);
  for (const [name, value] of Object.entries(headers)) assertHeader(name, value, own.chat !== null);
  const hasQuery = Object.keys(address.query).length > 0;
  const given = body.query === undefined && !hasQuery ? undefined : { ...address.query, ...body.query };
  const query = mergeValues('query', given, kept.query);
  return {
    provider: body.provider,
    base_url: address.base,
    model,
    reads: body.reads ?? null,
    secrets: { key, headers, query },
  };
}

/** Whether saving a choice would change nothing. */
export function isSameChoice(known: SavedModel | null, choice: ModelChoice): boolean {
  if (known === null || known.secrets === null) return false;
  return told(known) === told(choice);
}

function told({ provider, base_url, model, reads, secrets }: Pick<SavedModel, keyof ModelChoice>): string {
  const sorted = (values: Values = {}) => Object.entries(values).sort();
  return JSON.stringify([
    provider,
    base_url,
    model,
    reads,
    secrets?.key,
    sorted(secrets?.headers),
    sorted(secrets?.query),
  ]);
}

function mergeValues(member: string, given: Record<string, string | null> | undefined, kept: Values): Values {
  if (given === undefined) return kept;
  const names = Object.keys(given);
  if (names.length > maxModelValues)
    throw invalid('bad_length', `/${member}`, `\`${member}\` may have ${maxModelValues} values at most.`);
  return Object.fromEntries(
    names.map((name) => {
      const value = given[name] ?? (Object.hasOwn(kept, name) ? kept[name] : undefined);
      if (value === undefined)
        throw missing(`${member}/${name}`, `No value of \`${name}\` is set for this address; give it.`);
      return [name, value];
    }),
  );
}

function lowered(headers: ModelBody['headers']): ModelBody['headers'] {
  return headers && Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function assertHeader(name: string, value: string, isChat: boolean): void {
  const path = `/headers/${name}`;
  if (!isChat) throw invalid('unknown_field', path, 'Headers belong to chat models; leave them out.');
  if (!isFreeHeader(name))
    throw invalid('bad_name', path, `\`${name}\` cannot be set: the service sets it, or it is no name of a header.`);
  if (!/^[\x20-\x7e]*$/.test(value))
    throw invalid('bad_encoding', path, 'The value of a header has printable characters of ASCII only.');
}

function keyWords(title: string, known: SavedModel | null, isSamePlace: boolean): string {
  if (known === null || isSamePlace) return `${title} needs a key; give it.`;
  return 'Give the key: the one that is set belongs to another provider or address, and goes nowhere else.';
}

function missing(member: string, message: string): Problem {
  return invalid('missing_field', `/${member}`, message);
}
