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

/** The maker of a link could use it, so for people who have come in only an owner does. @throws Problem `forbidden` */
export function assertMayLinkAgain(principal: Principal): void {
  if (!isOwner(principal))
    throw new Problem('forbidden', 'This person has signed in before; only an owner may make another link for them.');
}

/** Refusal of a link for a person who has another way in: its holder would be signed in as them. */
export function signsInOtherwise(): Problem {
  return new Problem('conflict', 'This person signs in otherwise: by mail, by a password or by a provider.', {
    reason: 'signs_in_otherwise',
  });
}

function isOwner({ session }: Principal): boolean {
  return session?.memberRole === 'owner';
}
