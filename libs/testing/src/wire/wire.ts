import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';
import type { ApiDocument } from './api-document';
import { WireGuard, WireReply } from './wire-guard';

/** Holds the replies of one test file against `docs/api/openapi.json`. */
export class Wire {
  private guard: WireGuard | undefined;
  /** A test may have caught the error that told of one. */
  private readonly seen = new Set<string>();

  /** @throws Error that names what differs from the document */
  assertDocumented(reply: WireReply): void {
    this.guard ??= new WireGuard(readDocument());
    const faults = this.guard.faultsOf(reply);
    if (faults.length === 0) return;
    for (const fault of faults) this.seen.add(fault);
    throw new Error(`The API document does not say this reply:\n${faults.join('\n')}`);
  }

  /** @throws Error when any reply so far was not what the document says */
  assertAllDocumented(): void {
    const faults = [...this.seen];
    if (faults.length > 0) throw new Error(`The API document does not say these replies:\n${faults.join('\n')}`);
  }
}

function readDocument(): ApiDocument {
  return JSON.parse(readFileSync(join(workspaceRoot, 'docs/api/openapi.json'), 'utf8')) as ApiDocument;
}
