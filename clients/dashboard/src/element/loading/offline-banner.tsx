import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';

/** Says that the browser has no network; what pages have read stays, with its age beside each figure. */
export function OfflineBanner() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <Alert color="yellow" role="status" mb="md" title="You are offline">
      You see what was loaded last. Pages refresh, and changes are sent, when you are online again.
    </Alert>
  );
}
