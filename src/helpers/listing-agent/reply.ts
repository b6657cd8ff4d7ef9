import type { ChatPart } from '#platform/models/index.ts'
import { clipParagraphs } from '#helpers/copywriter/rules/clip.ts'
import { codePointLength, firstCodePoints } from '#core/text.ts'

const MAX_TEXT = 5_000

/** What a model said in a reply, put together from the words and steps of its stream. */
export function collectReply() {
  const used = { inputTokens: 0, outputTokens: 0 }
  let text = ''
  let length = 0
  let stepEnded = false
  return {
    used,
    /** Takes the next part. Gives the words to show now, empty where there are none: steps are set apart, and too much is cut. */
    take(part: ChatPart): string {
      if (part.kind === 'used') {
        used.inputTokens += part.used.inputTokens
        used.outputTokens += part.used.outputTokens
        stepEnded = text !== ''
        return ''
      }
      const words = firstCodePoints(`${stepEnded ? '\n\n' : ''}${part.text}`, MAX_TEXT - length)
      stepEnded = false
      text += words
      length += codePointLength(words)
      return words
    },
    /** All of it, as it is kept. */
    text: () => clipParagraphs(text, MAX_TEXT),
  }
}
