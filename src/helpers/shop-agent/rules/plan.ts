import { PASSED_ON, priceLine, SHOP_PRICE_LINE, topicOf } from './routing.ts'
import { answerFrom, type Answer, type ModelReply } from './answer.ts'
import type { About } from './check.ts'
import { amountsOf, type Fact, type AgentListing } from './facts.ts'

/**
 * Plan for the reply, made before a model sees any message. `line` is the standard sentence about the price. `forModel` contains the
 * messages to send to the model.
 */
export type Plan = { kind: 'note' } | { kind: 'line'; line: string } | { kind: 'ask'; forModel: string[]; line: string | null }

/** Plans the reply to all open messages. Forwards all of them to the owner if any of them needs the owner, or if there are no facts. */
export function planFor(texts: readonly string[], facts: readonly Fact[], line: string | null): Plan {
  const topics = texts.map(topicOf)
  if (facts.length === 0 || topics.includes('owner')) return { kind: 'note' }
  const priced = topics.includes('price') ? line : null
  const forModel = texts.filter((_, index) => topics[index] === 'open' || (topics[index] === 'price' && line === null))
  if (forModel.length > 0) return { kind: 'ask', forModel, line: priced }
  return priced === null ? { kind: 'note' } : { kind: 'line', line: priced }
}

export type Reply = Omit<Answer, 'by'> & { by: Answer['by'] | 'line' }

/** Returns the fixed part of the reply, followed by the model's answer. */
export function replyOf(plan: Plan, reply: ModelReply, facts: readonly Fact[], about: About): Reply {
  if (plan.kind === 'note') return { text: PASSED_ON, by: 'note', needsOwner: true }
  if (plan.kind === 'line') return { text: plan.line, by: 'line', needsOwner: false }
  const answer = answerFrom(reply, facts, about)
  return plan.line === null ? answer : { ...answer, text: `${plan.line} ${answer.text}` }
}

/** Returns the sentence for a reply about the price of a listing, or about prices in a shop. Returns null for a sold listing. */
export function lineFor(listing: AgentListing | null): string | null {
  if (listing === null) return SHOP_PRICE_LINE
  if (listing.status !== 'live' || listing.priceCents === null) return null
  return priceLine({ priceCents: listing.priceCents, takesOffers: listing.takesOffers })
}

export const aboutOf = (listing: AgentListing | null): About =>
  listing === null ? { title: '', allowedCents: [] } : { title: listing.title, allowedCents: amountsOf(listing) }
