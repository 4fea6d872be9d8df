import { Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isSignedOut } from '../api/failure';
import { identity, type SignedIn } from '../api/identity';
import { keys } from '../api/query-keys';
import { Late } from '../element/loading/late';
import { later } from '../element/loading/later';
import { Refusal } from '../element/loading/refusal';
import { Waiting } from '../element/loading/waiting';
import { SessionContext } from './session';

const SignInForm = later('SignInForm', () => import('./sign-in-form'));
const SignInPage = later('SignInPage', () => import('./sign-in-page'));

/**
 * Shows pages to people who are signed in. When a session ends under a page, or a change needs a younger sign-in, the form lies
 * over the page and nothing is lost.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const session = useQuery({
    queryKey: keys.session,
    queryFn: async () => await identity.current(),
    staleTime: 60_000,
  });
  const expired = useQuery({ queryKey: keys.expired, queryFn: () => false, initialData: false, staleTime: Infinity });
  const again = useQuery({
    queryKey: keys.signInAgain,
    queryFn: () => false,
    initialData: false,
    staleTime: Infinity,
  });
  const onSignedIn = (signedIn: SignedIn) => {
    const before = session.data;
    const isAnother =
      before !== undefined &&
      (before.user.id !== signedIn.user.id || before.organization.id !== signedIn.organization.id);
    queries.setQueryData(keys.session, signedIn);
    queries.setQueryData(keys.expired, false);
    queries.setQueryData(keys.signInAgain, false);
    // What one person read is not another's, and what they read in one organization is not of another one.
    if (isAnother) globalThis.location.reload();
    else void queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
  };
  if (session.data === undefined) {
    if (session.isPending) return <Waiting />;
    if (isSignedOut(session.error)) {
      return (
        <Late>
          <SignInPage onSignedIn={onSignedIn} />
        </Late>
      );
    }
    return <Refusal error={session.error} onRetry={() => void session.refetch()} />;
  }
  const { user, organization } = session.data;
  const opened = session.data.session.only_organization ? organization.name : '';
  const isOver = expired.data || isSignedOut(session.error);
  const form = (
    <Late>
      <SignInForm email={user.email} organization={opened} isAgain={!isOver} onSignedIn={onSignedIn} />
    </Late>
  );
  return (
    <SessionContext value={session.data}>
      {children}
      <Modal
        opened={isOver}
        onClose={() => undefined}
        withCloseButton={false}
        closeOnEscape={false}
        title="Sign in again: your session is over"
      >
        {form}
      </Modal>
      <Modal
        opened={again.data && !isOver}
        onClose={() => queries.setQueryData(keys.signInAgain, false)}
        title="Sign in again to do this"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {form}
      </Modal>
    </SessionContext>
  );
}
