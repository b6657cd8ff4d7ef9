import type { SavedReply } from '@resale/sdk'
import type { Command } from 'commander'
import { signedIn, take, type SignedIn } from './run.ts'

/** Maximum number of saved replies per account. */
const MOST = 50

type Text = { title: string; body: string }

/** Adds the commands for saved replies. */
export function replyCommands(program: Command): void {
  const replies = program.command('replies').description('your saved replies to buyers')
  replies
    .command('list', { isDefault: true })
    .description('list your saved replies by title')
    .action(
      signedIn(async ({ resale, out }) => {
        out.table(await take(resale.replies.list({ limit: MOST }), MOST), {
          id: ({ id }) => id,
          title: ({ title }) => title,
          text: ({ body }) => body,
        })
      }),
    )
  replies
    .command('add')
    .description('save a reply; {name}, {item} and {price} stand for the buyer, the item and its price')
    .requiredOption('--title <title>', 'title, which only you see')
    .requiredOption('--body <text>', 'text of the reply')
    .action(signedIn(async ({ resale, out }, text: Text) => showReply(out, await resale.replies.createReply(text))))
  replies
    .command('edit <id>')
    .description('change a saved reply')
    .option('--title <title>', 'new title')
    .option('--body <text>', 'new text')
    .action(
      signedIn(async ({ resale, out }, id: string, text: Partial<Text>) => showReply(out, await resale.replies.changeReply(id, text))),
    )
  replies
    .command('delete <id>')
    .description('delete a saved reply')
    .action(
      signedIn(async ({ resale, out }, id: string) => {
        const deleted = await resale.replies.deleteReply(id)
        out.record(deleted, () => [`${deleted.id} deleted`])
      }),
    )
}

const showReply = (out: SignedIn['out'], reply: SavedReply): void => out.record(reply, () => [`${reply.id} ${reply.title}: ${reply.body}`])
