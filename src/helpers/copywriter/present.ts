import type { TakeRow } from './queries.ts'

/** Presents a take, that is, a generated draft of a listing's title and descriptions (spec: completions 9). */
export const presentTake = (row: TakeRow) => ({
  object: 'take' as const,
  id: row.id,
  title: row.title,
  one_liner: row.one_liner,
  description: row.description,
  teaser: row.teaser,
  tone: row.tone,
  instruction: row.instruction,
  used_at: row.used_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

export const presentCopy = ({ take, message }: { take: TakeRow | null; message: string | null }) => ({
  object: 'words' as const,
  take: take && presentTake(take),
  message,
})
