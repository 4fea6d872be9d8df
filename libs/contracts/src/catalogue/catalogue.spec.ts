import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { asyncApi } from './asyncapi';
import { fits } from '../check';
import './index';
import { applySubject, durableName, subjectsOf } from '../message';
import { declaredMessages } from './declared';
import { permissionsOf } from './permissions';
import { services } from '../services';
import { factOf, streams } from './streams';
import { faultsByRules } from '../testing/field-rules';

const folder = join(__dirname, '../../examples');
const read = (name: string): { payload: object; reply?: object } =>
  JSON.parse(readFileSync(join(folder, name), 'utf8'));
const fileOf = (subject: string) => `${subject.replace('.>', '')}.json`;
const all = [...declaredMessages().values()];

describe('the catalogue', () => {
  it('has one frozen example for each message, and no example without a message', () => {
    expect(readdirSync(folder).sort()).toEqual(all.map(({ subject }) => fileOf(subject)).sort());
  });

  it.each(all.map((message) => [message.subject, message] as const))(
    '%s still reads its frozen example',
    (subject, message) => {
      const example = read(fileOf(subject));
      const payload = message.kind === 'request' ? message.query : message.payload;
      expect(fits(payload, example.payload)).toBeNull();
      expect(faultsByRules(payload, example.payload)).toEqual([]);
      if (message.kind !== 'request') return;
      expect(fits(message.reply, example.reply)).toBeNull();
      expect(faultsByRules(message.reply, example.reply as object)).toEqual([]);
    },
  );

  it('has subjects that begin with the owner and end in the version', () => {
    for (const { subject, ...message } of all) {
      if (!subject.endsWith('.>')) expect(subject).toMatch(/\.v\d+$/);
      if (message.kind === 'request' && message.to !== 'extension')
        expect(subject.startsWith(`${message.to}.`)).toBe(true);
    }
  });

  it('lists the subjects of facts in the stream of their owner, and no request in any stream', () => {
    const listed = streams().flatMap(({ subjects }) => subjects);
    expect(new Set(listed).size).toBe(listed.length);
    for (const subject of listed) {
      expect(subject).not.toMatch(/[*>]/);
      expect(factOf(subject)).toBeDefined();
    }
    const requests = all.filter(({ kind }) => kind === 'request').map(({ subject }) => subject);
    expect(listed.filter((subject) => requests.includes(subject))).toEqual([]);
  });

  it('gives each fact and consumer one durable, and each service with a copy one apply subject', () => {
    const names = streams().flatMap(({ durables }) => durables.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    const facts = all.filter((message) => message.kind === 'fact');
    const applies = facts.flatMap((message) => message.replicatedTo.map((holder) => applySubject(message, holder)));
    expect(new Set(applies).size).toBe(applies.length);
    for (const message of facts)
      for (const consumer of message.consumers) expect(names).toContain(durableName(message, consumer));
  });

  it('lets a bus user publish only its own subjects', () => {
    for (const service of services) {
      const { publish, subscribe } = permissionsOf(service);
      for (const subject of subscribe) {
        expect(subject.startsWith(`${service}.`) || subject.startsWith(`_INBOX_${service}.`)).toBe(true);
      }
      const facts = all
        .filter((message) => message.kind === 'fact')
        .flatMap((message) => (message.from.includes(service) ? [] : subjectsOf(message)));
      expect(publish.filter((subject) => facts.includes(subject))).toEqual([]);
      expect(publish).not.toContain('>');
    }
  });

  it('publishes every message with its example as AsyncAPI 3', () => {
    const examples = new Map(all.map(({ subject }) => [subject, read(fileOf(subject)).payload]));
    const document = asyncApi(examples) as {
      asyncapi: string;
      channels: object;
      components: { messages: Record<string, { examples?: unknown[] }> };
    };
    expect(document.asyncapi).toBe('3.0.0');
    expect(Object.keys(document.channels)).toHaveLength(all.length);
    for (const message of Object.values(document.components.messages)) expect(message.examples).toHaveLength(1);
  });
});
