import type { CallOptions, Operation, Schema } from '@app/sdk';
import { estimateText } from '../../change/estimate-text';
import { settingsText } from '../../change/settings-text';
import type { Taken } from '../../output/printer';
import type { Call } from './call';

type Change = Schema<'JudgmentChange'>;

/** How a user agrees beforehand to what a change costs. */
export interface Agreement {
  /** Agrees to whatever the estimate is. */
  yes?: boolean;
  /** Token of an estimate that was seen. */
  confirm?: string;
}

/**
 * Makes a change of a judgment. Where the service asks for a confirmation, the estimate is shown and the user is asked.
 * @param send makes the request, with the token in `confirm` when the user gave one
 * @returns the reply of the change that was made
 * @throws Refusal (exit 5) when the user does not agree; it names the token, and with `--json` the reply is printed first
 */
export async function carryOut(
  call: Call<Agreement>,
  send: (confirm: string | undefined, options: CallOptions) => Operation<Change>,
): Promise<Taken<Change>> {
  const { namespace, options, print, world } = call;
  const { signal } = world;
  const asked = await print.take((more) => send(options.confirm, { ...more, signal }));
  if (asked.data.status !== 'confirmation_required') return asked;
  const { estimate, settings, warnings } = asked.data;
  const lines = [...estimateText(estimate), ...settingsText(settings), ...warningLines(warnings)];
  for (const line of lines) await print.tell(line);
  await requireAgreement(call, asked, asked.data.confirm);
  return print.take((more) => namespace.judgments.confirm(asked.data, { ...more, signal }));
}

/** Asks for an agreement. @throws Refusal (exit 5) without one; with `--json` the reply that names the token is printed */
export async function requireAgreement(
  call: Call<Agreement>,
  asked: Taken<unknown>,
  token: string | null,
): Promise<void> {
  try {
    await call.confirm('Go on?', call.options.yes, `--yes, or --confirm ${token}`);
  } catch (error) {
    await call.print.writeBytes(asked);
    throw error;
  }
}

/** Warnings, each in a line for a person. */
export function warningLines(warnings: readonly Schema<'Warning'>[]): string[] {
  return warnings.map(({ path, message }) => `${path}: ${message}`);
}

/** What became of a judgment, for a person. */
export function changeShown({ print }: Pick<Call, 'print'>, name: string): (change: Change) => Promise<void> {
  return async ({ status, version, warnings, job }) => {
    await print.writeLine(`${name}: ${words[status]?.(version) ?? status}.`);
    for (const line of warningLines(warnings)) await print.tell(line);
    if (job) await print.tell(`${job.id} goes on: judgment jobs wait ${job.id}`);
  };
}

const words: Readonly<Partial<Record<Change['status'], (version: Change['version']) => string>>> = {
  created: (version) => `version ${version} is made`,
  version_created: (version) => `version ${version} is made`,
  activated: (version) => `version ${version} equals it and is active again`,
  unchanged: () => 'nothing was changed',
  updated: () => 'changed',
};
