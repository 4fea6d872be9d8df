import { createContext, useContext } from 'react';
import type { SignedIn } from '../api/identity';

export const SessionContext = createContext<SignedIn | null>(null);

/** Who is signed in. @throws Error outside of the gate, which shows no page without a session */
export function useSession(): SignedIn {
  const session = useContext(SessionContext);
  if (!session) throw new Error('This page stands outside of the session gate.');
  return session;
}

/** Whether the person may say what happened: owners and admins, and members where their organization lets them. */
export function useMayLabel(): boolean {
  return useSession().organization.may_label;
}

/** Whether the person may say which models stand behind the names of engines, for all organizations of the installation. */
export function useSetsModels(): boolean {
  return useSession().organization.sets_models;
}

/** Whether the person may change things; the service decides, this only keeps buttons away that it would refuse. */
export function useMayChange(): boolean {
  return useSession().role !== 'member';
}
