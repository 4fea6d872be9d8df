import { Outcome } from '@app/persistence';
import { RawReply } from '@app/bus';
import { Controller } from '@nestjs/common';
import type { Reply, Request } from '../../http/request-context';
import { Serves } from '../../http/route';
import { RouteRunner } from '../../http/route-runner';
import { ProviderList } from '../../identity/provider/provider-list';
import { MemberSessions } from '../../identity/member/member-sessions';
import { MemberBody, MemberPatchBody } from '../../identity/member/member.schema';
import { Members } from '../../identity/member/members';
import {
  addMember,
  changeMember,
  linkMember,
  listMemberSessions,
  listMembers,
  listProviders,
  removeMember,
  revokeMemberSession,
} from './member-routes';

@Controller()
export class MembersController {
  constructor(
    private readonly runner: RouteRunner,
    private readonly members: Members,
    private readonly providers: ProviderList,
    private readonly sessions: MemberSessions,
  ) {}

  @Serves(listMembers)
  list(request: Request, reply: Reply): Promise<void> {
    return this.show(request, reply, ({ principal, query }) => this.members.list(principal, query));
  }

  @Serves(addMember)
  add(request: Request, reply: Reply): Promise<void> {
    return this.answer(request, reply, ({ body, principal, call }) =>
      this.members.add(body as MemberBody, principal, call),
    );
  }

  @Serves(changeMember)
  change(request: Request, reply: Reply): Promise<void> {
    return this.answer(request, reply, ({ params, body, principal, call }) =>
      this.members.change(params['id'], body as MemberPatchBody, principal, call),
    );
  }

  @Serves(removeMember)
  remove(request: Request, reply: Reply): Promise<void> {
    return this.answer(request, reply, ({ params, principal, call }) =>
      this.members.remove(params['id'], principal, call),
    );
  }

  @Serves(linkMember)
  link(request: Request, reply: Reply): Promise<void> {
    return this.answer(request, reply, ({ params, principal, call }) =>
      this.members.link(params['id'], principal, call),
    );
  }

  @Serves(listProviders)
  readProvidersOf(request: Request, reply: Reply): Promise<void> {
    return this.show(request, reply, ({ principal }) => this.providers.listOfOrganization(principal.organization.id));
  }

  @Serves(listMemberSessions)
  readSessionsOf(request: Request, reply: Reply): Promise<void> {
    return this.show(request, reply, ({ principal, query }) => this.sessions.list(principal, query));
  }

  @Serves(revokeMemberSession)
  endSession(request: Request, reply: Reply): Promise<void> {
    return this.answer(request, reply, ({ params, principal, call }) =>
      this.sessions.revoke(params['id'], principal, call),
    );
  }

  private show(request: Request, reply: Reply, work: (context: Request['context']) => Promise<object>): Promise<void> {
    return this.runner.run(request, reply, async (context) => new RawReply(JSON.stringify(await work(context))));
  }

  private answer(
    request: Request,
    reply: Reply,
    work: (context: Request['context']) => Promise<Outcome>,
  ): Promise<void> {
    return this.runner.run(request, reply, async (context) => RawReply.of(await work(context)));
  }
}
