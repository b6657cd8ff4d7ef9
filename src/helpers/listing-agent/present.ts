import type { ChatRow } from './queries.ts'

/** completions 9: one message of the chat beside a listing, for its seller alone. */
export const presentChat = (row: ChatRow) => ({
  object: 'chat_message' as const,
  id: row.id,
  role: row.role,
  text: row.text,
  changes: row.changes.map(({ tool, key, label, before, after }) => ({ tool, key, label, before, after })),
  created_at: row.created_at.toISOString(),
})

/** The whole reply: what the JSON answer is, and the last event of a stream. */
export const presentReply = ({ message, error }: { message: ChatRow | null; error: string | null }) => ({
  object: 'chat_reply' as const,
  message: message && presentChat(message),
  error,
})
