import type { Plan, Role } from '@app/contracts';
import type { MailOrder } from '../../identity/mail/mail-order';
import type { OrganizationMost } from '../../identity/organization/most';
import type { MemberRole, OrganizationLimits } from '../../identity/principal/principal';
import type { Explained } from '../explain/parts';
import type { ProviderSetting } from './provider-setting';

/** What an operator's command asks for. */
export type Order =
  | { kind: 'org-create'; name: string; plan: Plan }
  | { kind: 'org-set-up'; name: string; plan: Plan; owner: string; readsPassword: boolean; id?: string }
  | { kind: 'org-plan'; name: string; plan: Plan }
  | { kind: 'org-suggestions'; name: string; isOn: boolean }
  | { kind: 'org-unproved' }
  | { kind: 'member-add'; organization: string; email: string; role: MemberRole; readsPassword: boolean }
  | { kind: 'sign-in-link'; organization: string; email: string }
  | { kind: 'member-email'; organization: string; email: string; to: string }
  | { kind: 'sessions-revoke'; organization: string; email: string }
  | {
      kind: 'key-create';
      organization: string;
      role: Role;
      scope: string;
      description: string | null;
      expiresAt: Date | null;
      json: boolean;
    }
  | { kind: 'key-list'; organization: string; json: boolean }
  | { kind: 'key-revoke'; organization: string; id: string }
  | { kind: 'limits'; organization: string; limits: Partial<OrganizationLimits & OrganizationMost> }
  | { kind: 'key-limit'; organization: string; id: string; requestsPerSecond: number | null }
  | ({ kind: 'explain' } & Explained)
  | MailOrder
  | ProviderOrder;

/** About identity providers. */
export type ProviderOrder =
  | ({ kind: 'idp-set'; organization: string } & ProviderSetting)
  | { kind: 'idp-list'; organization: string }
  | { kind: 'idp-remove'; organization: string; id: string };
