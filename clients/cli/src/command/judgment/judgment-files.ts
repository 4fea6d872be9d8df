import { JudgmentError, type Schema } from '@app/sdk';
import type { Command } from 'commander';
import { type Agreement, carryOut, changeShown, warningLines } from '../call/carry-out';
import { type Difference, differencesOf, missingFrom } from '../../change/difference';
import { estimateText } from '../../change/estimate-text';
import { Refusal } from '../../exit/refusal';
import { cell } from '../../output/cell';
import type { Call, Runner } from '../call/call';
import { readJsonArgument } from '../call/text-argument';

type Body = Schema<'JudgmentCreateBody'>;
type View = Schema<'JudgmentView'>;

interface Options extends Agreement {
  backfill?: boolean;
}

/** What a version does not hold: it is set by the first create, and later by a change of its own. */
const settings = ['thresholds', 'freshness', 'outcomes', 'alternatives', 'queue'] as const;

/** The options by which a user agrees to a cost beforehand. */
export function agreement(command: Command): Command {
  return command
    .option('--yes', 'do not ask, whatever the estimate')
    .option('--confirm <token>', 'of the estimate that was shown');
}

/** Judgments as files: what a file would change, and changing it. */
export function judgmentFiles(group: Command, run: Runner): void {
  const command = (name: string, about: string) =>
    group
      .command(name)
      .argument('<definition>', 'with its name, as the API takes it: JSON, @file, or - for the input')
      .description(about);
  const backfill = '--backfill';
  const also = 'also judge stored documents whose answer is missing or stale';
  agreement(command('create', 'Makes a judgment; 5 where the name is taken.'))
    .option(backfill, also)
    .action(run(create));
  command('diff', 'Shows what "apply" would change and what it would cost. Nothing is changed.').action(run(diff));
  agreement(command('apply', 'Makes a judgment like its file. A second run changes nothing.'))
    .option(backfill, also)
    .action(run(apply));
}

async function create(call: Call<Options>, given: string): Promise<void> {
  const { namespace, options, print } = call;
  const body = { if_active_version: null, ...(await readBody(call, given)), backfill: options.backfill };
  const done = await carryOut(call, (confirm, more) => namespace.judgments.create({ ...body, confirm }, more));
  await print.show(done, changeShown(call, body.name));
}

async function diff(call: Call, given: string): Promise<void> {
  const { namespace, print, world } = call;
  const body = await readBody(call, given);
  const now = await readCurrentOf(call, body.name);
  await print.reply(
    (more) => namespace.judgments.create({ ...body, dry_run: true }, { ...more, signal: world.signal }),
    async ({ definition, version, settings: inEffect, estimate, warnings }) => {
      const changes = [...definitionChanges(now, definition), ...settingChanges(now, body, inEffect)];
      await print.writeLine(headOf(body.name, now, changes));
      for (const line of changes.flatMap(linesOf)) await print.writeLine(line);
      for (const line of activationLines(now, version, body)) await print.writeLine(line);
      for (const line of warningLines(warnings)) await print.tell(line);
      if (changes.length > 0) for (const line of estimateText(estimate)) await print.tell(line);
    },
  );
}

async function apply(call: Call<Options>, given: string): Promise<void> {
  const { namespace, options, print, world } = call;
  const body = await readBody(call, given);
  const now = await readCurrentOf(call, body.name);
  // What was shown is what is changed: a change of somebody else's between the two is a conflict.
  const guarded = { if_active_version: now?.active_version ?? null, ...body, backfill: options.backfill };
  const dry = await namespace.judgments.create({ ...body, dry_run: true }, { signal: world.signal });
  const ofSettings = settingChanges(now, body, dry.settings);
  const changes = [...definitionChanges(now, dry.definition), ...ofSettings];
  await print.tell(headOf(body.name, now, changes));
  for (const line of changes.flatMap(linesOf)) await print.tell(line);
  for (const line of activationLines(now, dry.version, body)) await print.tell(line);
  let done = await carryOut(call, (confirm, more) => {
    // A token is of one request: where only settings differ, it is of the one below.
    const isOfThis = changes.length > ofSettings.length || options.backfill === true || now === null;
    return namespace.judgments.create({ ...guarded, ...(isOfThis && { confirm }) }, more);
  });
  if (now !== null && ofSettings.length > 0) {
    const names = new Set(ofSettings.map(({ path }) => path.split('.')[0]));
    const patch = Object.fromEntries(settings.filter((name) => names.has(name)).map((name) => [name, body[name]]));
    done = await carryOut(call, (confirm, more) =>
      namespace.judgments.get(body.name).update({ ...patch, confirm } as Schema<'JudgmentPatchBody'>, more),
    );
  }
  await print.show(done, changeShown(call, body.name));
}

async function readBody({ world }: Pick<Call, 'world'>, given: string): Promise<Body> {
  const body = await readJsonArgument<Body | null>('The definition', given, world);
  if (typeof body !== 'object' || body === null || typeof body.name !== 'string') {
    throw new Refusal(
      'The definition must be a JSON object with a name, such as {"name": "late", "type": "bool", ...}.',
    );
  }
  return body;
}

/** The judgment as it is; null where there is none, also because its namespace does not exist yet. */
async function readCurrentOf({ namespace, world }: Call, name: string): Promise<View | null> {
  try {
    return await namespace.judgments.get(name).read({ signal: world.signal });
  } catch (error) {
    if (error instanceof JudgmentError && error.status === 404) return null;
    throw error;
  }
}

/** The service fills a definition in, and so both sides are filled in. */
function definitionChanges(now: View | null, next: Schema<'JudgmentDefinition'>): Difference[] {
  const changes = differencesOf(now?.definition ?? {}, next);
  return changes.filter(({ path }) => path !== 'name');
}

/** A judgment that is new gets the settings of the dry run; of another one those of the file that differ are changed. */
function settingChanges(now: View | null, body: Body, inEffect?: Schema<'JudgmentSettings'>): Difference[] {
  if (now === null && inEffect !== undefined) return missingFrom({}, inEffect);
  const given = Object.fromEntries(
    settings.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]),
  );
  return missingFrom(now ?? {}, given);
}

function headOf(name: string, now: View | null, changes: readonly Difference[]): string {
  if (now === null) return `${name} is new.`;
  const from = now.template ? `, from ${now.template}` : '';
  return `${name}, version ${now.active_version}${from}: ${changes.length === 0 ? 'no' : changes.length} differences.`;
}

/** What a create does to the active version where its definition equals an earlier one. */
function activationLines(now: View | null, equal: number | null, { activate = true }: Body): string[] {
  if (now === null || equal === null || equal === now.active_version || !activate) return [];
  return [`Version ${equal} equals it and becomes active again; version ${now.active_version} is active now.`];
}

function linesOf({ path, before, after }: Difference): string[] {
  return [
    ...(before === undefined ? [] : [`- ${path}: ${cell(before) || 'null'}`]),
    ...(after === undefined ? [] : [`+ ${path}: ${cell(after) || 'null'}`]),
  ];
}
