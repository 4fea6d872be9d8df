import { DeadLetters, ShownFact } from '@app/bus';
import { Service } from '@app/contracts';
import { DeadOrder } from './dead-order';

/** The largest number of facts in one reply: a bug can leave more than a terminal or a process can hold. */
export const maxShown = 1000;

/** What the operator reads on the terminal. */
export interface DeadReply {
  lines: string[];
  /** Says which facts the reply leaves out. It goes to stderr, since a program may read the reply. */
  note?: string;
  /** False when the named fact is not among this service's. */
  found: boolean;
}

/** Lists a service's dead facts, or marks them to be handled again, which the service then does within seconds. */
export async function carryOut(service: Service, dead: DeadLetters, order: DeadOrder): Promise<DeadReply> {
  if (order.kind === 'list') return list(service, dead, order.json);
  if (order.id === null) {
    const asked = await dead.redriveAll();
    return { lines: [`${service}: ${countOf(asked)} asked to be handled again`], found: true };
  }
  const found = await dead.redrive(order.id);
  return { lines: [`${service}: ${order.id} ${found ? 'is asked to be handled again' : 'is not here'}`], found };
}

async function list(service: Service, dead: DeadLetters, json: boolean): Promise<DeadReply> {
  const facts = await dead.list(maxShown);
  const { rows } = await dead.measure();
  const note = rows > facts.length ? `${service}: the oldest ${facts.length} of ${countOf(rows)} are shown` : undefined;
  if (json) return { lines: facts.map((fact) => JSON.stringify(viewOf(service, fact))), note, found: true };
  return { lines: [`${service}: ${countOf(rows)}`, ...facts.map(lineOf)], note, found: true };
}

function countOf(rows: number): string {
  if (rows === 0) return 'no dead facts';
  return rows === 1 ? '1 dead fact' : `${rows} dead facts`;
}

/** One object a line, so that the replies of several services make one stream. */
function viewOf(service: Service, fact: ShownFact): object {
  const { id, consumer, subject, payload, reason, failures, diedAt, redrivenAt } = fact;
  const times = { died_at: diedAt.toISOString(), redriven_at: redrivenAt?.toISOString() ?? null };
  return { service, id, consumer, subject, payload, reason, failures, ...times };
}

function lineOf({ id, consumer, reason, failures, diedAt, redrivenAt }: ShownFact): string {
  const state = redrivenAt ? 'asked to be handled again' : 'dead';
  const line = reason.replaceAll(/\s+/g, ' ');
  return `  ${id}  ${diedAt.toISOString()}  ${consumer}  ${state}, failures: ${failures}  ${line}`;
}
