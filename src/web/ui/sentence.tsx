import { cleanName, quoteName, sentenceParts } from '#core/quoted-name.ts'

/**
 * A sentence that contains quotations (`core/quoted-name.ts`). Isolates each quotation, so that the quotation's text direction does not
 * affect the rest of the sentence.
 */
export const Sentence = ({ text }: { text: string }) => (
  <>{sentenceParts(text).map((part) => (part.isQuoted ? <>“{<bdi>{part.text.slice(1, -1)}</bdi>}”</> : part.text))}</>
)

/** A name that a user chose, inside a sentence written by the service. */
export const Name = ({ of }: { of: string }) => <bdi>{cleanName(of)}</bdi>

/** A name that a user chose, in quotes. */
export const QuotedName = ({ of }: { of: string }) => <Sentence text={quoteName(of)} />
