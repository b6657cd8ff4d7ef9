import type { Context, Person } from '#platform/context.ts'
import { happened, notYou } from '#people/notices/happened.ts'
import type { AccountWords } from '#people/notices/index.ts'
import { hostOf } from '#people/notices/words.ts'

/** What became of the one address that events are sent to; of an address its host alone is told, as the rest may be a secret. */
export function webhookChanged(ctx: Context, actor: Person, change: { to: string } | 'stopped' | 'secret'): AccountWords {
  const [subject, line] =
    change === 'stopped'
      ? ['Your webhook was taken away', 'No more events of your account are sent anywhere.']
      : change === 'secret'
        ? ['Your webhook has a new secret', 'The secret that signs the events of your account was replaced just now.']
        : ['Your webhook has a new address', `From now on, what happens in your account is sent to ${hostOf(change.to)}.`]
  return {
    kind: 'webhook_changed',
    subject,
    lines: [line, happened(ctx, actor), notYou(ctx)],
    link: `${ctx.config.publicUrl}/app/developers/webhook`,
  }
}
