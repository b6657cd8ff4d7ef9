import type { ChatRow } from './queries.ts'
import type { Change } from './schema.ts'

/** Presents a chat message, which only the listing's seller may see (spec: completions 9). */
export const presentChat = (row: ChatRow) => ({
  object: 'chat_message' as const,
  id: row.id,
  role: row.role,
  text: row.text,
  changes: row.changes.map(presentChange),
  created_at: row.created_at.toISOString(),
})

const presentChange = ({ tool, key, label, before, after }: Change): Change => ({ tool, key, label, before, after }) as Change

/** Presents the complete reply, for a JSON response or for the last event of a stream. */
export const presentReply = ({ message, error }: { message: ChatRow | null; error: string | null }) => ({
  object: 'chat_reply' as const,
  message: message && presentChat(message),
  error,
})
