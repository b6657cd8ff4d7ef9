import type { ChatRow } from './queries.ts'
import type { Change } from './schema.ts'

/** completions 9: for the listing's seller only. */
export const presentChat = (row: ChatRow) => ({
  object: 'chat_message' as const,
  id: row.id,
  role: row.role,
  text: row.text,
  changes: row.changes.map(presentChange),
  created_at: row.created_at.toISOString(),
})

const presentChange = ({ tool, key, label, before, after }: Change): Change => ({ tool, key, label, before, after }) as Change

/** Returns the JSON response, which is also the last event of a stream. */
export const presentReply = ({ message, error }: { message: ChatRow | null; error: string | null }) => ({
  object: 'chat_reply' as const,
  message: message && presentChat(message),
  error,
})
