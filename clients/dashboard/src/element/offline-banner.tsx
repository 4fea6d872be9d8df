import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';

/** Says that the browser has no network; what pages have read stays, with its age beside each figure. */
export function OfflineBanner() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <Alert color="yellow" role="status" mb="md" title="You are offline">
      What you see was read before. It is read anew, and changes are sent, when the network is back.
    </Alert>
  );
}
