import type { Service } from '@app/contracts';
import type { ServiceSettings, StackForm, StackOptions } from './stack-options';

/** What a stack is, as far as a next file may ask. */
export interface Standing {
  form: StackForm;
  /** Each service in a process of its own. */
  hasProcesses: boolean;
  /** How far its clock stands ahead of real time, in milliseconds. */
  aheadMs: number;
}

/** The parts of what a file needs that last from the opening of a stack to its end. */
export function formOf(needs: StackOptions): Required<StackForm> {
  const { replicas = 1, more = {}, engines = {}, build = 'this', spare = false } = needs;
  const { postgresProxies = false, postgresStandby = false, natsCluster = false } = needs;
  return { replicas, more, engines, postgresProxies, postgresStandby, natsCluster, build, spare };
}

/** What decides how many processes run: the engines are the same to one process of all and to eight. */
const processesOf = (needs: StackOptions): string => JSON.stringify(formOf({ ...needs, engines: {} }));
const usual = processesOf({ name: '' });

/** Whether a file needs each service in a process of its own; in the usual form without settings one process may do. */
export function needsProcesses(needs: StackOptions): boolean {
  return needs.processes === true || needs.settings !== undefined || processesOf(needs) !== usual;
}

/**
 * Whether a stack that stands will do for a file. Several processes do where one would; a clock that was moved on does only
 * for a file that moves it too: others compare what the service says with real time.
 */
export function fits({ form, hasProcesses, aheadMs }: Standing, needs: StackOptions): boolean {
  if (JSON.stringify(form) !== JSON.stringify(formOf(needs))) return false;
  if (needs.untouched) return false;
  if (needsProcesses(needs) && !hasProcesses) return false;
  return aheadMs === 0 || needs.movesClock === true;
}

/** What one service is given beside the usual environment. */
export function settingsFor(service: Service, settings: ServiceSettings = {}): Record<string, string> {
  return { ...settings.all, ...settings[service] };
}
