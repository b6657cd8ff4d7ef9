import type { Person, Core } from '#platform/context/index.ts'
import { browserName } from '#identity/sessions/rules.ts'
import { when } from './local-times.ts'
import { named } from './copy.ts'

/** Returns the line that states when the account was changed, and by which browser or key (spec: completions 12). */
export const whenAndBy = (ctx: Core, by: Person | { agent: string | null }): string => `${when(ctx.now())}, ${actorText(by)}.`

function actorText(by: Person | { agent: string | null }): string {
  if ('kind' in by && by.kind === 'key') return `by your key ${named(by.keyName ?? '')}`
  return `from ${lowered(browserName(by.agent ?? null))}`
}

/** Lowercases the article in `A program`, so that the phrase fits the middle of a sentence. */
const lowered = (text: string): string => text.replace(/^A /, 'a ')

/** Returns advice for a user who did not make the change. */
export const notYouHint = ({ config, urls }: Core, { keys = true } = {}): string =>
  `If this was not you, set a new password at ${config.publicUrl}/forgot. This signs every browser out.${
    keys ? ` Then check your keys and your webhook at ${urls.developers()}.` : ''
  }`
