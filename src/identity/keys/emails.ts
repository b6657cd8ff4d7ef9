import type { Person, Core } from '#platform/context/index.ts'
import { type AccountCopy, whenAndBy, named, notYouHint } from '#messaging/notifications/index.ts'
import type { KeyRow } from './queries.ts'

export const keyMade = (ctx: Core, actor: Person, { name, kind, last4 }: KeyRow): AccountCopy => ({
  kind: 'key_made',
  subject: 'New key for your account',
  lines: [
    `${kind === 'agent' ? 'An agent link' : 'A key'} ${named(name)}, ending in ${last4}, was created just now. Anyone who has it can act as you, within its permissions.`,
    whenAndBy(ctx, actor),
    `${notYouHint(ctx)} Revoke the key there immediately.`,
  ],
  link: `${ctx.config.publicUrl}/app/developers/keys`,
})
