import { notifications, Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { showNotices } from '../element/hook/notice';

/** Shows what pages say of changes that people made. */
export function Notices() {
  useEffect(
    () =>
      showNotices(({ message, isLoss = false }) => {
        notifications.show({ message, ...(isLoss && { color: 'red', autoClose: false }) });
      }),
    [],
  );
  return <Notifications />;
}
