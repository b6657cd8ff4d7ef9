import type { Person, Core } from '#platform/context/index.ts'
import { type AccountCopy, whenAndBy, hostOf, notYouHint } from '#messaging/notifications/index.ts'

type Webhook = { url: string; enabled: boolean; events: readonly string[] }
/**
 * A change to the webhook: it was stopped (`stopped`), its secret was replaced, or its settings were changed. `before` is undefined if
 * there was no webhook.
 */
type Change = 'stopped' | 'secret' | { before: Webhook | undefined; now: Webhook }

/**
 * Returns the email about a change to the webhook. The email names only the host of the webhook's URL, because the path and query may
 * contain secrets.
 */
export function webhookChanged(ctx: Core, actor: Person, change: Change): AccountCopy {
  const [subject, line] =
    change === 'stopped'
      ? ['Your webhook was removed', 'We no longer send your account’s events.']
      : change === 'secret'
        ? ['Your webhook has a new secret', 'The secret that signs your events was replaced just now.']
        : [subjectOf(change), lineOf(change.now)]
  return {
    kind: 'webhook_changed',
    subject,
    lines: [line, whenAndBy(ctx, actor), notYouHint(ctx)],
    link: `${ctx.config.publicUrl}/app/developers/webhook`,
  }
}

function subjectOf({ before, now }: Exclude<Change, string>): string {
  if (before?.url !== now.url) return 'Your webhook has a new address'
  return now.enabled ? 'Your webhook was changed' : 'Your webhook was switched off'
}

const lineOf = ({ url, enabled, events }: Webhook): string =>
  enabled
    ? `From now on, we send these events from your account to ${hostOf(url)}: ${events.join(', ')}.`
    : `We send no events from your account to ${hostOf(url)} until you switch the webhook on.`
