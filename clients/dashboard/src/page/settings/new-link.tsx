import { identity, type Member } from '../../api/identity';
import { Ask } from '../../element/ask';
import { useChange } from '../../element/hook/use-change';
import { useSession } from '../../sign-in/session';
import { mayMakeLink, newLinkText } from './member-words';

/** A link to hand on; it is shown once. */
export interface MadeLink {
  email: string;
  url: string;
}

/** Makes another link for a member. The service refuses it, in its own sentence, for a person with another way in. */
export function NewLink({ member, onMade }: { member: Member; onMade: (made: MadeLink) => void }) {
  const { role, user } = useSession();
  const make = useChange(
    async (_given: void) => {
      const { url } = await identity.newLink(member.id);
      onMade({ email: member.email, url });
    },
    { concerns: [] },
  );
  if (!mayMakeLink(member, { id: user.id, role })) return null;
  return <Ask words="Create new link" question={newLinkText(member)} change={make} />;
}
