import { EngineFailure } from '../failure/failure';
import type { ChatWire } from './wire/wire';

/** Members that one server has refused, for as long as its client lives: they are left out from then on. */
export class RefusedMembers {
  private readonly refused = new Set<string>();

  constructor(private readonly optional: ChatWire['optional']) {}

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
   * Notes the member that a refusal names.
   * @param body what was sent
   * @returns whether the request is worth sending again: it has another form now
   */
  note(failure: EngineFailure, body: Readonly<Record<string, unknown>>): boolean {
    if (failure.failureClass !== 'bad_request' || failure.status === null || failure.status >= 500) return false;
    const named = Object.keys(body).find((name) => this.isOptional(name) && isNamed(name, failure.message));
    if (named === undefined) return false;
    this.refused.add(named);
    return true;
  }

  private isOptional(name: string): boolean {
    return Object.hasOwn(this.optional, name) || Object.values(this.optional).includes(name);
  }
}

/** A message may name the other member, too, as what to send instead; the member itself comes first then. */
function isNamed(name: string, message: string): boolean {
  const [first] = /\b(max_tokens|max_completion_tokens)\b/.exec(message) ?? [];
  if (first !== undefined && /max_/.test(name)) return first === name;
  return new RegExp(`\\b${name}\\b`).test(message);
}
