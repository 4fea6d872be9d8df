/** None beyond the platform's: the specification fixes how long events are kept [FEED-01]. */
export const eventsFeedSettings = {};
