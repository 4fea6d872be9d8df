/** Nothing beyond the platform's: how long events are kept and how long a poll may wait are law, not settings. */
export const eventsFeedSettings = {};
