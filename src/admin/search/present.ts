import type { Core } from '#platform/context/index.ts'
import { dollarsFromCents } from '#core/money.ts'
import type { SearchResult } from './index.ts'

export const presentFound = (ctx: Core, { accounts, listings, orders }: SearchResult) => ({
  object: 'found_records' as const,
  accounts: accounts.map(({ id, name, shops }) => ({ id, name, shops })),
  listings: listings.map(({ id, title, status, hidden, owner_id: owner, shop_slug, link }) => ({
    id,
    title,
    status,
    hidden,
    url: link && status !== 'draft' ? ctx.urls.listing(shop_slug, link) : null,
    owner,
  })),
  orders: orders.map(({ id, title, status, total_cents, seller_id: seller, buyer_id: buyer, disputed }) => ({
    id,
    title,
    status,
    total: dollarsFromCents(total_cents),
    seller,
    buyer,
    disputed,
  })),
})
