import { isOnlyThanks } from './thanks.ts'
import type { Scope } from '#core/scopes.ts'
import type { Party } from '#core/party.ts'

/** The scope that a key needs to use threads as one role (completions 11, Scopes of the rest). */
export const PARTY_SCOPE: Readonly<Record<Party, Scope>> = { buyer: 'buying', seller: 'messages' }

/** Time for which the shop agent leaves a conversation to its owner (interface, helper 7). */
export const OWNER_PRESENT_MS = 15 * 60_000

export type ConversationFacts = {
  /** The shop's setting `answer_questions`. */
  answersQuestions: boolean
  /** The seller stopped all helpers (completions 9). */
  brake: boolean
  /** Milliseconds since the owner last wrote in the thread, or null. */
  ownerWroteAgoMs: number | null
  text: string
  hasNewerBuyerMessage: boolean
  hasReply: boolean
}

export type Quiet = 'off' | 'brake' | 'answered' | 'newer_message' | 'owner_present' | 'thanks'

/** Returns why the shop agent must not answer, or null (interface, helper 7). */
export function quietBecause(facts: ConversationFacts): Quiet | null {
  if (!facts.answersQuestions) return 'off'
  if (facts.brake) return 'brake'
  if (facts.hasReply) return 'answered'
  if (facts.hasNewerBuyerMessage) return 'newer_message'
  if (facts.ownerWroteAgoMs !== null && facts.ownerWroteAgoMs < OWNER_PRESENT_MS) return 'owner_present'
  if (isOnlyThanks(facts.text)) return 'thanks'
  return null
}
