import type { SubscriptionView } from '@app/contracts/events';
import { WebhookReceiver, eventually } from '@app/testing/stack';
import type { DashboardRoom } from '../browser/dashboard-room';
import type { Hand } from '../browser/hand';
import type { WatchedPage } from '../browser/watched-page';
import { Scenario } from './scenario';

/** Longer than an item is looked at before a label counts, in milliseconds. */
const lookedAtMs = 150;
