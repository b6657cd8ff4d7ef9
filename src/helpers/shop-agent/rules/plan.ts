import { PASSED_ON, priceLine, SHOP_PRICE_LINE, topicOf } from './routing.ts'
import { answerFrom, type Answer, type ModelReply } from './answer.ts'
import type { About } from './check.ts'
import { amountsOf, type Fact, type AgentListing } from './facts.ts'

/**
 * Plan for the reply, made before a model sees any message. `line` is the fixed sentence about the price. `forModel` contains the messages
 * that go to the model.
 */
export type Plan = { kind: 'note' } | { kind: 'line'; line: string } | { kind: 'ask'; forModel: string[]; line: string | null }

/** Plans the reply to all open messages. If any message needs the owner, or there are no facts, passes all messages on to the owner. */
export function planFor(texts: readonly string[], facts: readonly Fact[], line: string | null): Plan {
  const topics = texts.map(topicOf)
  if (facts.length === 0 || topics.includes('owner')) return { kind: 'note' }
  const priced = topics.includes('price') ? line : null
  const forModel = texts.filter((_, index) => topics[index] === 'open' || (topics[index] === 'price' && line === null))
  if (forModel.length > 0) return { kind: 'ask', forModel, line: priced }
  return priced === null ? { kind: 'note' } : { kind: 'line', line: priced }
}

export type Reply = Omit<Answer, 'by'> & { by: Answer['by'] | 'line' }

/** Returns the plan's fixed text, followed by the model's answer. */
export function replyOf(plan: Plan, reply: ModelReply, facts: readonly Fact[], about: About): Reply {
  if (plan.kind === 'note') return { text: PASSED_ON, by: 'note', needsOwner: true }
  if (plan.kind === 'line') return { text: plan.line, by: 'line', needsOwner: false }
  const answer = answerFrom(reply, facts, about)
  return plan.line === null ? answer : { ...answer, text: `${plan.line} ${answer.text}` }
}

/** Returns the reply's sentence about the price of a listing, or about prices in a shop. A sold listing has no price. */
export function lineFor(listing: AgentListing | null): string | null {
  if (listing === null) return SHOP_PRICE_LINE
  if (listing.status !== 'live' || listing.priceCents === null) return null
  return priceLine({ priceCents: listing.priceCents, takesOffers: listing.takesOffers })
}

export const aboutOf = (listing: AgentListing | null): About =>
  listing === null ? { title: '', allowedCents: [] } : { title: listing.title, allowedCents: amountsOf(listing) }
