import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'wouter';
import { identity } from '../api/identity';
import { announceLeft } from '../live/announce';
import { useSession } from '../sign-in/session';

/** The person, their organizations, and the way out. */
export function UserMenu({ onSheet }: { onSheet: () => void }) {
  const { user, role, organization, organizations } = useSession();
  // A whole new page: nothing that was read for the session before may stay.
  const leave = () => {
    announceLeft();
    globalThis.location.assign('/app/');
  };
  const signOut = useMutation({ mutationFn: async () => await identity.signOut(), onSuccess: leave });
  const switchTo = useMutation({ mutationFn: async (id: string) => await identity.switchTo(id), onSuccess: leave });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-md" aria-label={`Account of ${user.email}`}>
          {(user.name ?? user.email).slice(0, 1).toUpperCase()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className="wrap">
          {user.email}, {role}
        </Menu.Label>
        <Menu.Item component={Link} href="/settings?tab=account">
          Account
        </Menu.Item>
        <Menu.Item onClick={onSheet}>Keyboard shortcuts</Menu.Item>
        {organizations
          .filter(({ id }) => id !== organization.id)
          .map(({ id, name }) => (
            <Menu.Item key={id} onClick={() => switchTo.mutate(id)}>
              Switch to {name}
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.mutate()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
