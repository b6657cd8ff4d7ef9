import type { ChatPart } from '#platform/models/index.ts'
import { clipParagraphs } from '#helpers/copywriter/rules/clip.ts'
import { codePointLength, firstCodePoints } from '#core/text.ts'

const MAX_TEXT = 5_000

/** Collects a model's reply from its stream. */
export function collectReply() {
  const used = { inputTokens: 0, outputTokens: 0 }
  let text = ''
  let length = 0
  let stepEnded = false
  return {
    used,
    /** Returns the next text to show. Separates steps with an empty line, and drops text beyond the limit. */
    take(part: ChatPart): string {
      if (part.kind === 'used') {
        used.inputTokens += part.used.inputTokens
        used.outputTokens += part.used.outputTokens
        stepEnded = text !== ''
        return ''
      }
      const chunk = firstCodePoints(`${stepEnded ? '\n\n' : ''}${part.text}`, MAX_TEXT - length)
      stepEnded = false
      text += chunk
      length += codePointLength(chunk)
      return chunk
    },
    text: () => clipParagraphs(text, MAX_TEXT),
  }
}
