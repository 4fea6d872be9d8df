import type { LiveMessage } from './feed-leader';

/** The channel of the tabs of one browser. */
export const channelName = 'judgment.live';

/** Says to the other tabs that the person left, so that they show nothing of the session either. */
export function announceLeft(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ kind: 'session', session: null } satisfies LiveMessage);
  channel.close();
}
