import { enginesDashboard } from './engines.dashboard';
import { overview } from './overview.dashboard';
import { Dashboard } from './panel';
import { servers } from './servers.dashboard';
import { work } from './work.dashboard';

export const dashboards: readonly Dashboard[] = [overview, enginesDashboard, work, servers];
