import { Problem } from '@app/problem';
import { MemberRole, Principal } from '../principal/principal';

/** Only an owner makes an owner. @throws Problem `forbidden` */
export function assertMayGive(principal: Principal, role: MemberRole): void {
  if (role === 'owner' && !isOwner(principal))
    throw new Problem('forbidden', 'Only an owner may make an owner; choose another role, or ask an owner.', {
      path: '/role',
    });
}

/** Only an owner changes or removes an owner. @throws Problem `forbidden` */
export function assertMayChange(principal: Principal, role: MemberRole): void {
  if (role === 'owner' && !isOwner(principal))
    throw new Problem('forbidden', 'Only an owner may change or remove an owner.');
}

/** Refusal of a change that would leave an organization without an owner. */
export function lastOwner(): Problem {
  return new Problem('conflict', 'This is the last owner; make another member an owner first.', {
    reason: 'last_owner',
  });
}

function isOwner({ session }: Principal): boolean {
  return session?.memberRole === 'owner';
}
