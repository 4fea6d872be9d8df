import { address, integer } from '@app/config';

export const webhooksSettings = {
  guideUrl: address('WEBHOOK_GUIDE_URL', {
    meaning: 'address of the guide for receivers; every delivery carries it in its user-agent',
    fallback: 'https://judgment.example/docs/webhooks',
  }),
  sendersInFlight: integer('WEBHOOK_IN_FLIGHT', {
    meaning: 'deliveries that this process may have under way at once, over all endpoints',
    unit: 'deliveries',
    fallback: 1024,
    min: 16,
    max: 10_000,
  }),
};
