import type { ReplyRow } from './queries.ts'

export const presentReply = ({ id, title, body, created_at, updated_at }: Omit<ReplyRow, 'account_id'>) => ({
  object: 'reply' as const,
  id,
  title,
  body,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})
