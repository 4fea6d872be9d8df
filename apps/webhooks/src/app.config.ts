import { address, integer, publicUrl } from '@app/config';

export const webhooksSettings = {
  guideUrl: address('WEBHOOK_GUIDE_URL', {
    meaning:
      'address of the guide for receivers, which every delivery carries in its user-agent; empty: `/docs/webhooks` under PUBLIC_URL',
    fallback: '',
  }),
  publicUrl,
  sendersInFlight: integer('WEBHOOK_IN_FLIGHT', {
    meaning: 'deliveries that this process may have under way at once, over all endpoints',
    unit: 'deliveries',
    fallback: 1024,
    min: 16,
    max: 10_000,
  }),
};
