import { effectiveSettings } from '#admin/health/index.ts'
import { Facts } from '#web/ui/table.tsx'
import { sendOperatorPage } from '#web/framework/page/index.ts'
import { adminPage } from './admin-page.ts'

/** `/operator/settings`: the configuration of this process, read-only. */
export const settingsPage = adminPage({
  path: '/operator/settings',
  show: (at) =>
    sendOperatorPage(at, {
      current: 'settings',
      title: 'Settings',
      intro: 'The settings of the running service. To change one, set it in the environment and restart. Secrets are never shown.',
      children: (
        <Facts
          caption="Current settings"
          rows={effectiveSettings(at.ctx.config).map(({ name, value, secret }) => [name, secret ? `secret, ${value}` : value] as const)}
        />
      ),
    }),
})
