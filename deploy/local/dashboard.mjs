// Builds the dashboard when it is older than its sources. A start runs this beside its services (src/start/dashboard-build.ts).
import { buildStale, dashboardPart } from '../tools/build/build-stale.mjs';

await buildStale(dashboardPart);
