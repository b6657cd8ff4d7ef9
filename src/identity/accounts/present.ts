import type { Person, Core } from '#platform/context/index.ts'
import { dollarsOrNull } from '#core/money.ts'
import { PROOF_MINUTES } from '#core/proof.ts'
import { tenantOf } from '#core/tenant.ts'
import { presentQuotas } from '#identity/quotas/present.ts'
import type { Use } from '#identity/quotas/index.ts'
import type { AccountRow } from './queries.ts'
import type { SessionRow } from '#identity/sessions/index.ts'

type Credential = Pick<Person, 'keyKind' | 'scopes' | 'askFirst' | 'maxOfferCents' | 'maxDayCents'>

/** Presents an account, and the key that authenticated the request (spec: interface, account). */
export const presentAccount = (
  ctx: Core,
  credential: Credential,
  { account, shops, requests, use }: { account: AccountRow; shops: { slug: string; name: string }[]; requests: number; use: Use },
) => ({
  object: 'account' as const,
  id: account.id,
  name: account.name,
  email: account.email!,
  email_verified: account.email_verified_at !== null,
  key: {
    kind: credential.keyKind,
    scopes: credential.scopes,
    ask_first: credential.askFirst,
    max_offer: dollarsOrNull(credential.maxOfferCents),
    max_day: dollarsOrNull(credential.maxDayCents),
  },
  shops: shops.map(({ slug, name }) => ({ object: 'shop' as const, slug, name, url: ctx.urls.shop(slug, tenantOf(account.sandbox_of)) })),
  usage: { requests, limit: ctx.config.usageLimit },
  quotas: presentQuotas(ctx, use),
  livemode: account.sandbox_role === null,
  test_account: account.sandbox_role,
  brake: account.brake,
  created_at: account.created_at.toISOString(),
})

export const presentProof = (now: Date) => ({
  object: 'session' as const,
  proved_until: new Date(now.getTime() + PROOF_MINUTES * 60_000).toISOString(),
})

/** Presents a session without its token. */
export const presentSession = (row: SessionRow, currentId: string | undefined) => ({
  object: 'session' as const,
  id: row.id,
  agent: row.agent,
  current: row.id === currentId,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})
