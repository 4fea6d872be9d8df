import { RawReply } from '@app/bus';
import { CONFIG } from '@app/boot';
import { Controller, Inject } from '@nestjs/common';
import { invalid } from '@app/problem';
import { AddressChanges } from '../../identity/sign-in/address-changes';
import { ClientAddresses } from '../../request/client-address';
import type { Reply, Request } from '../../http/request-context';
import { Serves } from '../../http/route';
import { ProviderList } from '../../identity/provider/provider-list';
import { ProvidersQuery } from '../../identity/provider/provider-list.schema';
import { LinkMails } from '../../identity/mail/link-mails';
import { RouteRunner } from '../../http/route-runner';
import { AccountChanges } from '../../identity/sign-in/account-changes';
import { SessionOpener } from '../../identity/sign-in/session-opener';
import { Sessions, signedIn } from '../../identity/sign-in/sessions';
import { LinkMailBody, SessionPatchBody, SignInBody, UserPatchBody } from '../../identity/sign-in/sign-in.schema';
import { Browser, SignIn } from '../../identity/sign-in/sign-in';
import {
  changeUser,
  listSessions,
  listSignInProviders,
  mailLink,
  revokeOtherSessions,
  revokeSession,
  showSession,
  showUser,
  signIn,
  signOut,
  switchOrganization,
} from './session-routes';

@Controller()
export class SessionsController {
  private readonly addresses: ClientAddresses;

  constructor(
    private readonly runner: RouteRunner,
    private readonly signIns: SignIn,
    private readonly sessions: Sessions,
    private readonly changes: AccountChanges,
    private readonly opener: SessionOpener,
    private readonly linkMails: LinkMails,
    private readonly addressChanges: AddressChanges,
    private readonly providers: ProviderList,
    @Inject(CONFIG) { trustedProxies }: { trustedProxies: readonly string[] },
  ) {
    this.addresses = new ClientAddresses(trustedProxies);
  }

  @Serves(signIn)
  open(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, async ({ body }) => {
      const [asked, browser] = [body as SignInBody, this.browserOf(request)];
      const opened = (await this.confirmAddress(asked, browser)) ?? (await this.signIns.signIn(asked, browser));
      reply.header('set-cookie', opened.cookie).header('cache-control', 'no-store');
      return new RawReply(JSON.stringify(opened.reply), { status: '201' });
    });
  }

  @Serves(mailLink)
  sendMail(request: Request, reply: Reply): Promise<void> {
    return this.answer(request, reply, async ({ body }) => {
      await this.linkMails.ask((body as LinkMailBody).email);
      return { sent: true };
    });
  }

  @Serves(listSignInProviders)
  readProvidersOf(request: Request, reply: Reply): Promise<void> {
    return this.answer(request, reply, ({ query }) => this.providers.listForAddress((query as ProvidersQuery).email));
  }

  @Serves(showSession)
  show(request: Request, reply: Reply): Promise<void> {
    return this.answer(request, reply, ({ principal }) => this.sessions.readCurrent(principal));
  }

  @Serves(switchOrganization)
  switch(request: Request, reply: Reply): Promise<void> {
    return this.answer(request, reply, async ({ body, principal }) => {
      const { organization } = body as SessionPatchBody;
      const opened = await this.sessions.switchTo(organization, principal, agentOf(request));
      if (!opened) return this.sessions.readCurrent(principal);
      reply.header('set-cookie', opened.cookie);
      return opened.reply;
    });
  }

  @Serves(signOut)
  close(request: Request, reply: Reply): Promise<void> {
    return this.answer(request, reply, async ({ principal }) => {
      await this.sessions.revoke(signedIn(principal).id, principal);
      // What the browser kept of the pages is what the back button would show.
      reply.header('set-cookie', this.opener.withoutCookie).header('clear-site-data', '"cache"');
      return { deleted: true };
    });
  }

  @Serves(listSessions)
  list(request: Request, reply: Reply): Promise<void> {
    return this.answer(request, reply, ({ principal }) => this.sessions.list(principal));
  }

  @Serves(revokeSession)
  revoke(request: Request, reply: Reply): Promise<void> {
    return this.answer(request, reply, ({ params, principal }) => this.sessions.revoke(params['id'], principal));
  }

  @Serves(revokeOtherSessions)
  revokeOthers(request: Request, reply: Reply): Promise<void> {
    return this.answer(request, reply, ({ principal }) => this.sessions.revokeOthers(principal));
  }

  @Serves(showUser)
  readUser(request: Request, reply: Reply): Promise<void> {
    return this.answer(request, reply, ({ principal }) => this.sessions.readUser(principal));
  }

  @Serves(changeUser)
  change(request: Request, reply: Reply): Promise<void> {
    return this.answer(request, reply, async ({ body, principal }) => {
      const { email, ...others } = body as UserPatchBody;
      if (email !== undefined) {
        if (Object.keys(others).length > 0)
          throw invalid('unknown_field', '/email', 'Send `email` alone: it changes later, by the link that is mailed.');
        await this.addressChanges.ask(email, principal);
        return this.sessions.readUser(principal);
      }
      const changed = await this.changes.change(others, principal, this.browserOf(request));
      if (changed.cookie !== null) reply.header('set-cookie', changed.cookie);
      return changed.reply;
    });
  }

  /** The sign-in by a link that also gives the account another address; null for any other. */
  private async confirmAddress({ link, email, password, organization }: SignInBody, { agent }: Browser) {
    const isLinkAlone = link !== undefined && [email, password, organization].every((one) => one === undefined);
    return isLinkAlone ? this.addressChanges.confirm(link, agent) : null;
  }

  private browserOf(request: Request): Browser {
    const { headers, socket } = request;
    const address = this.addresses.of({
      remoteAddress: socket.remoteAddress,
      forwardedFor: headers['x-forwarded-for'],
    });
    return { agent: agentOf(request), address };
  }

  private answer(
    request: Request,
    reply: Reply,
    work: (context: Request['context']) => Promise<object>,
  ): Promise<void> {
    return this.runner.run(request, reply, async (context) => new RawReply(JSON.stringify(await work(context))));
  }
}

function agentOf({ headers }: Request): string | null {
  return headers['user-agent'] ?? null;
}
