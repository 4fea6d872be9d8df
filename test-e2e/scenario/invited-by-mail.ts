import type { SmtpSink, Stack } from '@app/testing/stack';
import { DashboardRoom } from '../browser/dashboard-room';
import { InvitedPerson } from './invited-person';

/** In a browser, where mails are sent: the invitation comes by mail, and so does the next link. */
export function tellInvitedByMail(stack: () => Stack, sink: () => SmtpSink): void {
  it('an invitation that was mailed needs no password to come back by: a mailed link opens every organization, and takes one [AUTH-08] [DASH-06]', async () => {
    const room = await DashboardRoom.open('invited', stack());
    try {
      const { page: ownerPage } = await room.signedIn('owner');
      const person = await InvitedPerson.open(room, 'new');
      const invited = await ownerPage.context().request.post(`${room.origin}/v1/organization/members`, {
        data: { email: person.email, role: 'member' },
        headers: { origin: room.origin, 'idempotency-key': 'invited' },
      });
      expect(invited.status()).toBe(201);
      await person.useLink(await person.mail(sink(), 1));
      const { page } = person;
      await page.getByRole('button', { name: 'Later' }).click();
      await person.isIn();
      await person.leave();
      await page.getByRole('button', { name: 'Email me a link' }).click();
      await page.getByText('If the address has an account, we sent a link to it.').waitFor();
      await person.useLink(await person.mail(sink(), 2));
      // A reload shows the page again, and the link, which works once, is not needed for it.
      await page.reload();
      await person.introduce();
      await person.leave();
      await person.signIn(person.password);
      await person.isIn();
      await page.goto(`${room.origin}/app/settings?tab=account`);
      await page.getByText(`This session opens ${room.organization}.`).waitFor();
    } finally {
      await room.browser.close();
    }
  });
}
