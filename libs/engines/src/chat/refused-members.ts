import { EngineFailure } from '../failure/failure';
import type { ChatWire } from './wire/wire';

/** Members that one server has refused, for as long as its client lives: they are left out from then on. */
export class RefusedMembers {
  private readonly refused = new Set<string>();

  /** @param added members of the entry, which may be left out like those of the wire */
  constructor(
    private readonly optional: ChatWire['optional'],
    private readonly added: readonly string[] = [],
  ) {}

  /** The body without what the server refuses, or with what takes its place. */
  leaveOut(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(body).flatMap(([name, value]) => {
        if (!this.refused.has(name)) return [[name, value]];
        const other = this.optional[name] ?? null;
        return other === null || this.refused.has(other) ? [] : [[other, value]];
      }),
    );
  }

  /**
   * Notes the member that a refusal names. A message may name others after it, as what to send in its place.
   * @param body what was sent
   * @returns whether the request is worth sending again: it has another form now
   */
  note(failure: EngineFailure, body: Readonly<Record<string, unknown>>): boolean {
    if (failure.failureClass !== 'bad_request' || failure.status === null || failure.status >= 500) return false;
    const named = Object.keys(body)
      .filter((name) => this.isOptional(name) && positionIn(name, failure.message) >= 0)
      .sort((a, b) => positionIn(a, failure.message) - positionIn(b, failure.message));
    // Requests that were under way together are refused for the same member: each of them is worth sending again.
    const [first] = named;
    if (first === undefined) return false;
    this.refused.add(first);
    return true;
  }

  private isOptional(name: string): boolean {
    return (
      Object.hasOwn(this.optional, name) || Object.values(this.optional).includes(name) || this.added.includes(name)
    );
  }
}

/** Where a message names a member, which may stand in a path (`thinking.type`); -1 where it does not. */
function positionIn(name: string, message: string): number {
  return message.search(new RegExp(`(?<![\\w-])${name.replace(/[^\w-]/g, '\\$&')}(?![\\w-])`));
}
