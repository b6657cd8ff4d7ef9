import type { Context, Operator } from '#platform/context.ts'
import { effectiveSettings } from '#people/operator/health/settings.ts'
import type { App } from '#platform/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { Facts } from '#web/components/table.tsx'
import { desk, sendDesk } from './desk.tsx'

/** `/operator/settings`: what the service was started with, for reading. */
export const mountSettings = (app: App, ctx: Context): void => desk(app, ctx, '/operator/settings', (c, operator) => send(ctx, c, operator))

const send = (ctx: Context, c: Call, operator: Operator): Promise<Response> =>
  sendDesk(ctx, c, operator, {
    current: 'settings',
    title: 'Settings',
    intro: 'What this service was started with. To change one, set it in the environment and start again. Secrets are never shown.',
    children: (
      <Facts
        caption="Settings in force"
        rows={effectiveSettings(ctx.config).map(({ name, value, secret }) => [name, secret ? `secret, ${value}` : value] as const)}
      />
    ),
  })
