import { cleanName, quoteName, sentenceParts } from '#core/quoted-name.ts'

/** A sentence with quoted text (`core/quoted-name.ts`). Quotes are isolated, so their text direction stays inside. */
export const Sentence = ({ text }: { text: string }) => (
  <>{sentenceParts(text).map((part) => (part.isQuoted ? <>“{<bdi>{part.text.slice(1, -1)}</bdi>}”</> : part.text))}</>
)

/** A user-chosen name inside a sentence of the service. */
export const Name = ({ of }: { of: string }) => <bdi>{cleanName(of)}</bdi>

/** Such a name in quotes. */
export const QuotedName = ({ of }: { of: string }) => <Sentence text={quoteName(of)} />
