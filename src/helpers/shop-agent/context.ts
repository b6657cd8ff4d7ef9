import type { Core } from '#platform/context/index.ts'
import { listingSeen } from '#catalog/browse/rules/market.ts'
import { factsOfListing, factsOfShop, type Fact, type AgentListing } from '#helpers/shop-agent/rules/facts.ts'
import * as queries from './queries.ts'
import type { Conversation, AgentListingRow } from './queries.ts'

/** `listing` is null if the thread is about the shop as a whole. */
export type AgentContext = {
  conversation: Conversation
  listing: AgentListing | null
  facts: Fact[]
  questions: { id: string; text: string }[]
}

/** Returns all facts that the agent may state, and the unanswered messages. Returns null if the thread was deleted. */
export async function readContext(ctx: Core, threadId: string, messageId: string): Promise<AgentContext | null> {
  const conversation = await queries.findConversation(ctx.db, threadId)
  if (!conversation) return null
  const questions = await queries.unanswered(ctx.db, messageId)
  const { listing_id } = conversation
  if (listing_id === null) {
    const rows = await queries.shopListings(ctx.db, conversation.shop_id)
    const listings = rows.map(({ title, price_cents, slug, link, tenant }) => ({
      title,
      priceCents: price_cents,
      url: ctx.urls.listing(slug, link, tenant),
    }))
    return { conversation, listing: null, facts: factsOfShop(listings), questions }
  }
  const listing = await readListing(ctx, listing_id, conversation.buyer_id)
  return { conversation, listing, facts: factsOfListing(listing), questions }
}

async function readListing(ctx: Core, listingId: string, buyerId: string): Promise<AgentListing> {
  const row = await queries.findListing(ctx.db, listingId)
  const status = row ? statusSeen(row) : 'away'
  if (!row || status === 'away') return AWAY
  const facts = await queries.researchFacts(ctx.db, listingId)
  return {
    status,
    title: row.title ?? '',
    oneLiner: row.one_liner,
    description: row.description,
    lines: row.fields,
    priceCents: row.price_cents,
    shippingCents: row.shipping_cents,
    takesOffers: row.take_offers,
    modelFacts: facts.filter(({ about_model }) => about_model).map(({ label, value }) => ({ label, value })),
    ownerAnswers: await queries.ownerAnswers(ctx.db, listingId, buyerId),
  }
}

/**
 * Returns the listing's status for the agent. Drafts, and listings in a private or paused shop, are `away`, and the agent does not answer
 * questions about them.
 */
function statusSeen({ status, visibility, shop_visibility, shop_paused }: AgentListingRow): AgentListing['status'] {
  const shop = { visibility: shop_visibility, paused: shop_paused }
  if (!listingSeen(shop, { status, visibility }, 'other').read) return 'away'
  return status === 'sold' ? 'sold' : 'live'
}

const AWAY: AgentListing = {
  status: 'away',
  title: '',
  oneLiner: null,
  description: null,
  lines: [],
  priceCents: null,
  shippingCents: null,
  takesOffers: false,
  modelFacts: [],
  ownerAnswers: [],
}
