import { apiAlerts } from './api.alerts';
import { AlertGroup } from './alert';
import { busAlerts } from './bus.alerts';
import { judgingAlerts } from './judging.alerts';
import { serverAlerts } from './server.alerts';
import { storageAlerts } from './storage.alerts';

/** Every alert, in the order of the runbooks: what callers see first. */
export const alertGroups: readonly AlertGroup[] = [apiAlerts, judgingAlerts, busAlerts, serverAlerts, storageAlerts];
