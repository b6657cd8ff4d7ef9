import { check, citedFacts, MOST_CHARACTERS, MOST_FACTS, type About, type Refusal } from './check.ts'
import type { Fact } from './facts.ts'
import { PASSED_ON } from './routing.ts'

/** The model's reply, or null if the model returned nothing usable. */
export type ModelReply = { kind: 'answer' | 'pass'; text: string; factIds: readonly string[]; needsOwner: boolean } | null

/** A reply of the agent. `by` is its author: the model, the code that formats the cited facts, or the standard note. */
export type Answer = { text: string; by: 'model' | 'facts' | 'note'; needsOwner: boolean; refused?: Refusal }

/**
 * Returns the model's text if it passes the check. Otherwise returns the cited facts in a fixed format or, without cited facts, the
 * standard note.
 */
export function answerFrom(reply: ModelReply, facts: readonly Fact[], about: About): Answer {
  if (!reply || reply.kind !== 'answer' || reply.needsOwner) return NOTE
  const checked = check(reply, facts, about)
  if (checked.ok) return { text: checked.text, by: 'model', needsOwner: false }
  const cited = citedFacts(reply.factIds, facts)
  const text = cited ? composed(cited) : ''
  return text === '' ? { ...NOTE, refused: checked.because } : { text, by: 'facts', needsOwner: false, refused: checked.because }
}

const NOTE: Answer = { text: PASSED_ON, by: 'note', needsOwner: true }

/** Formats facts as a reply, such as `Size: 10 US. Colour: Red.` Includes as many facts as fit. */
export function composed(facts: readonly Fact[]): string {
  let text = ''
  for (const fact of facts.slice(0, MOST_FACTS)) {
    const next = text === '' ? lineOf(fact) : `${text} ${lineOf(fact)}`
    if ([...next].length > MOST_CHARACTERS) break
    text = next
  }
  return text
}

function lineOf({ label, value, link }: Fact): string {
  const line = label === '' ? value : `${label}: ${value}`
  return `${/[.!?]$/.test(line) ? line : `${line}.`}${link ? ` ${link}` : ''}`
}
