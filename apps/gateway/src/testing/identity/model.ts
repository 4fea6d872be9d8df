/** The two organizations of the model test; the first one is the attacker's. */
export const organizations = ['attack', 'victims'] as const;
export type Organization = (typeof organizations)[number];

/** Who holds a browser. The attacker has every right in their own organization and none in the other. */
export const holders = ['attacker', 'victim'] as const;
export type Holder = (typeof holders)[number];

export interface Membership {
  accepted: boolean;
  password: string | null;
}

export interface ModelSession {
  holder: Holder;
  method: 'password' | 'link' | 'oidc';
  at: Organization;
  /** It acts there and nowhere else. */
  only: boolean;
  alive: boolean;
}

export interface ModelLink {
  organization: Organization;
  purpose: 'invite' | 'sign_in';
  /** Who was shown it, or reads the mailbox to which it went. */
  knownTo: readonly Holder[];
  /** It came by mail. */
  isMailed: boolean;
  live: boolean;
}

/** Mails with a link to one address in an hour, which no sequence outlives. */
const mostMails = 3;

/**
 * What docs/identity.md says of one address, the victim's, in an installation with or without mail. Each event answers with the
 * status that its request must have; a session that it opens is the last of `sessions`.
 */
export class IdentityModel {
  isProved = false;
  password: string | null = null;
  /** Memberships in order of their beginning. */
  readonly members = new Map<Organization, Membership>();
  /** Organizations whose provider knows the person by its subject. */
  readonly identities = new Set<Organization>();
  /** Who has set a password, which the other one does not know. */
  readonly chosen = new Set<Holder>();
  readonly sessions: ModelSession[] = [];
  readonly links: ModelLink[] = [];
  /** Mails with a link that the address got. */
  mailed = 0;
  private latest: Organization | null = null;

  /** @param sendsMail whether the installation can send mails, which the victim alone reads */
  constructor(readonly sendsMail: boolean) {}

  /** The organizations that a session opens, in order of name; none for one that has ended. */
  opens({ alive, only, at }: ModelSession): Organization[] {
    if (!alive) return [];
    return only ? [at] : organizations.filter((one) => this.members.has(one));
  }

  invite(organization: Organization): number {
    if (this.members.has(organization)) return 409;
    this.members.set(organization, { accepted: false, password: null });
    if (!this.isProved) this.addLink(organization, 'invite');
    this.mail(organization, 'invite');
    return 201;
  }

  /** Anybody asks that a link is mailed to the address. */
  askForMail(): number {
    const at = this.whereLatest();
    if (at !== null) this.mail(at, 'sign_in');
    return 200;
  }

  linkAgain(organization: Organization): number {
    const member = this.members.get(organization);
    if (!member) return 404;
    if (this.isProved && this.sendsMail) return 409;
    const isKnown = member.accepted || this.isProved;
    const hasPassword = (this.isProved ? this.password : member.password) !== null;
    if (isKnown && (hasPassword || this.identities.has(organization))) return 409;
    this.end(({ at }) => at === organization);
    this.addLink(organization, 'invite');
    return 201;
  }

  /** The operator's link. */
  operatorLink(organization: Organization): void {
    this.addLink(organization, 'sign_in');
  }

  useLink(link: ModelLink, holder: Holder): number {
    if (!link.live) return 401;
    link.live = false;
    const proves = link.isMailed || link.purpose === 'sign_in';
    if (proves) this.prove();
    return this.open({ holder, method: 'link', at: link.organization, only: !proves });
  }

  signIn(holder: Holder, password: string, organization: Organization | null): number {
    if (this.isProved) {
      const isNowhere = organization !== null && !this.members.has(organization);
      if (isNowhere || this.password !== password) return 401;
      const at = organization ?? this.whereLatest();
      return at === null ? 403 : this.open({ holder, method: 'password', at, only: false });
    }
    const found = [...this.members].find(
      ([one, { accepted }]) => accepted && (organization === null || one === organization),
    );
    if (found?.[1].password !== password) return 401;
    return this.open({ holder, method: 'password', at: found[0], only: true });
  }

  /** The provider of an organization claims the address. @param isOfDomains whether it is of the provider's domains */
  signInByProvider(organization: Organization, holder: Holder, isOfDomains: boolean): number {
    const member = this.members.get(organization);
    const isInvited = member?.accepted === false;
    if (!this.identities.has(organization) && !isOfDomains && !isInvited) return 401;
    this.identities.add(organization);
    if (!member) this.members.set(organization, { accepted: true, password: null });
    return this.open({ holder, method: 'oidc', at: organization, only: true });
  }

  setPassword(session: ModelSession, password: string): number {
    if (!session.alive) return 401;
    if (session.method === 'oidc') return 403;
    if (session.only && this.isProved) return 409;
    const isAlone = this.members.size === 1;
    if (session.only && session.method === 'link' && !isAlone && this.sendsMail) return 409;
    if (session.only) {
      this.members.get(session.at)!.password = password;
      this.end(({ at }) => at === session.at);
    } else {
      this.password = password;
      this.end(() => true);
    }
    this.chosen.add(session.holder);
    this.open({ ...session });
    return 200;
  }

  /** The current password that a change of it must send; null where a link of the last 15 minutes is enough. */
  currentOf({ method, only, at }: ModelSession): string | null {
    if (method !== 'password') return null;
    return only && !this.isProved ? this.members.get(at)!.password : this.password;
  }

  setName(session: ModelSession): number {
    if (!session.alive) return 401;
    const isAlone = !this.isProved && this.members.size === 1;
    return session.only && !isAlone ? 409 : 200;
  }

  switchTo(session: ModelSession, organization: Organization): number {
    if (!session.alive) return 401;
    if (session.at === organization) return 200;
    if (session.only || !this.members.has(organization)) return 404;
    session.alive = false;
    this.open({ ...session, at: organization });
    return 200;
  }

  endOthers(session: ModelSession): number {
    if (!session.alive) return 401;
    this.end((one) => one !== session && (!session.only || one.at === session.at));
    return 200;
  }

  remove(organization: Organization): number {
    if (!this.members.delete(organization)) return 404;
    this.endLinks((link) => link.organization === organization);
    this.end(({ at }) => at === organization);
    return 200;
  }

  /** The first proof ends what is older than it. */
  private prove(): void {
    if (this.isProved) return;
    this.isProved = true;
    this.password = null;
    for (const member of this.members.values()) member.password = null;
    this.end(() => true);
    this.endLinks(() => true);
  }

  private open(session: Omit<ModelSession, 'alive'>): number {
    this.sessions.push({ ...session, alive: true });
    this.latest = session.at;
    this.members.get(session.at)!.accepted = true;
    return 201;
  }

  private addLink(organization: Organization, purpose: ModelLink['purpose']): void {
    this.endLinks((link) => link.organization === organization && link.purpose === purpose);
    const isShownToAttacker = purpose === 'invite' && organization === 'attack';
    const knownTo: readonly Holder[] = isShownToAttacker ? holders : ['victim'];
    this.links.push({ organization, purpose, knownTo, isMailed: false, live: true });
  }

  /** A link that goes by mail ends none of those before it. */
  private mail(organization: Organization, purpose: ModelLink['purpose']): void {
    if (!this.sendsMail || this.mailed === mostMails) return;
    this.mailed++;
    this.links.push({ organization, purpose, knownTo: ['victim'], isMailed: true, live: true });
  }

  private whereLatest(): Organization | null {
    if (this.latest !== null && this.members.has(this.latest)) return this.latest;
    return organizations.find((one) => this.members.has(one)) ?? null;
  }

  private end(which: (session: ModelSession) => boolean): void {
    for (const session of this.sessions) if (which(session)) session.alive = false;
  }

  private endLinks(which: (link: ModelLink) => boolean): void {
    for (const link of this.links) if (which(link)) link.live = false;
  }
}
