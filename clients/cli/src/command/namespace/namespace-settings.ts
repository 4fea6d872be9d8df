import { isExactNumber } from '@app/json/web';
import type { Schema } from '@app/sdk';
import type { Command } from 'commander';
import { Refusal } from '../../exit/refusal';
import type { Call } from '../call/call';
import { readJsonArgument } from '../call/text-argument';

type Settings = Schema<'NamespaceSettings'>;

export interface SettingOptions {
  budget?: string;
  defaultEngine?: string;
  pinned?: boolean;
  fanout?: string;
}

const none = 'none';

/** The options that name settings of a namespace. */
export function settingOptions(command: Command): Command {
  return command
    .option('--budget <usd>', 'of a month, after which judging pauses; none takes it away')
    .option('--default-engine <engine>', 'of new judgments, such as jev@current; none takes it away')
    .option('--pinned', 'keep it in memory')
    .option('--no-pinned', 'keep it no longer in memory')
    .option(
      '--fanout <json>',
      'limits of fan-out such as {"share":0.5}: JSON, @file, or - for the input; none resets them',
    );
}

/** The settings that the options name, and no other. */
export async function readSettings({ options, world }: Call<SettingOptions>): Promise<Settings> {
  const { budget, defaultEngine, pinned, fanout } = options;
  return {
    ...(budget !== undefined && { budget: budgetOf(budget) }),
    ...(defaultEngine !== undefined && { default_engine: engineOf(defaultEngine) }),
    ...(pinned !== undefined && { pinned }),
    ...(fanout !== undefined && {
      fanout: fanout === none ? null : await readJsonArgument<Settings['fanout']>('--fanout', fanout, world),
    }),
  };
}

function budgetOf(given: string): Settings['budget'] {
  if (given === none) return null;
  if (!isExactNumber(given) || Number(given) < 0) {
    throw new Refusal(`"${given}" must be an amount in USD such as 50, or ${none}.`);
  }
  return { compute_usd_per_month: Number(given), on_exceeded: 'pause' };
}

function engineOf(given: string): Settings['default_engine'] {
  if (given === none) return null;
  const [, name, version] = /^([^@]+)@(.+)$/.exec(given) ?? [];
  if (!name || !version) throw new Refusal(`"${given}" must be a name and a version such as jev@current, or ${none}.`);
  return { name: name as NonNullable<Settings['default_engine']>['name'], version };
}
