import { isOnlyThanks } from './thanks.ts'
import type { Scope } from '#core/scopes.ts'
import type { Party } from '#core/party.ts'

/** Scope that a key needs to use threads in a role (spec: completions 11, Scopes of the rest). */
export const PARTY_SCOPE: Readonly<Record<Party, Scope>> = { buyer: 'buying', seller: 'messages' }

/** Time for which the shop agent stays silent after a message from the owner (spec: interface, helper 7). */
export const OWNER_PRESENT_MS = 15 * 60_000

export type ConversationFacts = {
  answersQuestions: boolean
  /** True if the seller has paused all helpers (spec: completions 9). */
  brake: boolean
  /** Milliseconds since the owner last wrote in the thread. Null if the owner never wrote. */
  ownerWroteAgoMs: number | null
  text: string
  /** True if an unanswered message has photos. The agent never reads photos. */
  hasPhotos: boolean
  hasNewerBuyerMessage: boolean
  hasReply: boolean
}

export type Quiet = 'off' | 'brake' | 'answered' | 'newer_message' | 'owner_present' | 'photos' | 'thanks' | 'blocked'

/** Returns the reason why the shop agent must not answer, or null if it may answer (spec: interface, helper 7). */
export function quietBecause(facts: ConversationFacts): Quiet | null {
  if (!facts.answersQuestions) return 'off'
  if (facts.brake) return 'brake'
  if (facts.hasReply) return 'answered'
  if (facts.hasNewerBuyerMessage) return 'newer_message'
  if (facts.ownerWroteAgoMs !== null && facts.ownerWroteAgoMs < OWNER_PRESENT_MS) return 'owner_present'
  if (facts.hasPhotos) return 'photos'
  if (isOnlyThanks(facts.text)) return 'thanks'
  return null
}
