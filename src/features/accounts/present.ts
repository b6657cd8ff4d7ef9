import type { Context, Person } from '#context.ts'
import { dollarsFromCents } from '#domain/money.ts'
import type { AccountRow } from './queries.ts'

type Credential = Pick<Person, 'keyKind' | 'scopes' | 'askFirst' | 'maxOfferCents'>

/** interface, account: with the key that asked. */
export const presentAccount = (
  ctx: Context,
  credential: Credential,
  { account, shops, requests }: { account: AccountRow; shops: { slug: string; name: string }[]; requests: number },
) => ({
  object: 'account' as const,
  id: account.id,
  name: account.name,
  email: account.email!,
  key: {
    kind: credential.keyKind,
    scopes: credential.scopes,
    ask_first: credential.askFirst,
    max_offer: credential.maxOfferCents === null ? null : dollarsFromCents(credential.maxOfferCents),
  },
  shops: shops.map(({ slug, name }) => ({ object: 'shop' as const, slug, name, url: ctx.urls.shop(slug) })),
  usage: { requests, limit: ctx.config.usageLimit },
  brake: account.brake,
  created_at: account.created_at.toISOString(),
})
