import { cleanName, quoteName, sentenceParts } from '#core/quoted-name.ts'

/** A sentence that quotes others (`core/quoted-name.ts`). The quoted parts are isolated, so that their direction stays inside. */
export const Sentence = ({ text }: { text: string }) => (
  <>{sentenceParts(text).map((part) => (part.isQuoted ? <>“{<bdi>{part.text.slice(1, -1)}</bdi>}”</> : part.text))}</>
)

/** Shows a name that a person chose inside a sentence of the service. */
export const Name = ({ of }: { of: string }) => <bdi>{cleanName(of)}</bdi>

/** Shows such a name in quotes. */
export const QuotedName = ({ of }: { of: string }) => <Sentence text={quoteName(of)} />
