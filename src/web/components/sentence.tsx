import { cleanName, quoteName, sentenceParts } from '#domain/names.ts'

/** A sentence that quotes others (`domain/names.ts`). The quoted parts are isolated, so that their direction stays inside. */
export const Sentence = ({ text }: { text: string }) => (
  <>{sentenceParts(text).map((part) => (part.isQuoted ? <>“{<bdi>{part.text.slice(1, -1)}</bdi>}”</> : part.text))}</>
)

/** A name of somebody's own making inside a sentence of ours. */
export const Name = ({ of }: { of: string }) => <bdi>{cleanName(of)}</bdi>

/** The same in quotes. */
export const QuotedName = ({ of }: { of: string }) => <Sentence text={quoteName(of)} />
