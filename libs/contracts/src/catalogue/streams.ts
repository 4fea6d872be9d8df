import { FactMessage, durableName, filterOf, subjectsOf } from '../message';
import { declaredMessages } from './declared';
import { Service } from '../services';

export interface Durable {
  name: string;
  consumer: Service;
  stream: string;
  /** The subject that the durable filters on. Each pair of fact and consumer has one durable. */
  filter: string;
}

export interface Stream {
  name: string;
  /** The service that creates the stream, and creates it again when it is gone. */
  owner: Service;
  /** All subjects, never `owner.>`: JetStream itself would reply to a request on a subject of a stream. */
  subjects: string[];
  durables: Durable[];
}

function ownerOf(message: FactMessage): Service {
  return message.stream === 'platform' ? 'events-feed' : message.from[0];
}

/** One stream for each owner, with its durables. The stream `platform` belongs to events-feed. */
export function streams(): Stream[] {
  const byName = new Map<string, Stream>();
  for (const message of declaredMessages().values()) {
    if (message.kind !== 'fact') continue;
    const stream = byName.get(message.stream) ?? {
      name: message.stream,
      owner: ownerOf(message),
      subjects: [],
      durables: [],
    };
    byName.set(message.stream, stream);
    stream.subjects.push(...subjectsOf(message));
    for (const consumer of message.consumers) {
      const name = durableName(message, consumer);
      stream.durables.push({ name, consumer, stream: message.stream, filter: filterOf(message, consumer) });
    }
  }
  return [...byName.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** The fact with this subject. */
export function factOf(subject: string): FactMessage | undefined {
  const exact = declaredMessages().get(subject);
  if (exact?.kind === 'fact') return exact;
  for (const message of declaredMessages().values()) {
    if (message.kind === 'fact' && message.suffixes && subjectsOf(message).includes(subject)) return message;
  }
  return undefined;
}
