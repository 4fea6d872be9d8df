import { Entry, handle, readOutboxDepth } from '@app/bus';
import type { Config, Settings } from '@app/config';
import { OnAnswerPath, Service, answerPath, showProcess } from '@app/contracts';
import { Platform } from './platform';
import { platformSettings } from './settings';

/**
 * The request by which the operator learns what is on its way in a service: its outbox, and the pools of the process that
 * answers. None for a service that answers do not pass.
 */
export function showsProcess<S extends Settings>({ service, config, database }: Platform<S>): Entry[] {
  if (!isOnAnswerPath(service)) return [];
  const { replica, buildVersion: version } = config as Config<typeof platformSettings>;
  return [
    handle(showProcess[service], async () => ({
      replica,
      version,
      outbox: await readOutboxDepth(database),
      pools: [...database.pools].map(([name, { busy, idle, waiting }]) => ({ name, busy, idle, waiting })),
    })),
  ];
}

function isOnAnswerPath(service: Service): service is OnAnswerPath {
  return answerPath.some((one) => one === service);
}
