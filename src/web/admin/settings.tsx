import type { Operator } from '#platform/context/index.ts'
import { effectiveSettings } from '#admin/health/index.ts'
import { Facts, Section } from '#web/ui/index.ts'
import { api, call, sendOperatorPage, type Fields, type Outcome, type PageRequest, type SentForm } from '#web/framework/page/index.ts'
import { adminPage } from './admin-page.ts'
import { SETTINGS as COPY } from './copy.ts'
import { feesIn, FeesForm, IdentityForm, LogoForm, TextsForm } from './settings-forms.tsx'

const PATH = '/operator/settings'

const FORMS: Readonly<Record<string, readonly string[]>> = {
  identity: ['name', 'letter', 'accent'],
  texts: ['contact', 'terms', 'privacy'],
  fees: ['fee_percent', 'guest_limit'],
}

async function change({ ctx, viewer }: PageRequest<Operator>, { fields, files }: SentForm): Promise<Outcome> {
  const action = fields['do'] ?? ''
  if (action === 'logo') await call(ctx, viewer, api.setMarketLogo, { files })
  else if (action === 'no-logo') await call(ctx, viewer, api.removeMarketLogo)
  else if (Object.hasOwn(FORMS, action)) await call(ctx, viewer, api.changeMarketSettings, { body: bodyOf(action, fields) })
  else return null
  return { to: PATH, message: COPY.saved }
}

const bodyOf = (form: string, fields: Fields): Record<string, unknown> => ({
  ...Object.fromEntries(FORMS[form]!.map((name) => [name, fields[name] ?? ''])),
  ...(form === 'fees' ? { fees: feesIn(fields) } : {}),
})

async function send(at: PageRequest<Operator>): Promise<Response> {
  const settings = await call(at.ctx, at.viewer, api.getMarketSettings)
  const parts = { at, settings }
  return sendOperatorPage(at, {
    current: 'settings',
    title: 'Settings',
    intro: COPY.intro,
    atFields: ['url', 'picture', ...Object.values(FORMS).flat()],
    children: (
      <div class="stack">
        <IdentityForm {...parts} />
        <LogoForm {...parts} />
        <TextsForm {...parts} />
        <FeesForm {...parts} />
        <Section id="environment-title" title={COPY.environment}>
          <p>{COPY.environmentHint}</p>
          <Facts
            caption={COPY.environment}
            rows={effectiveSettings(at.ctx.config).map(({ name, value, secret }) => [name, secret ? `secret, ${value}` : value] as const)}
          />
        </Section>
      </div>
    ),
  })
}

/**
 * `/operator/settings`: the settings that operators can change here, and the configuration of this process, which takes effect only after a
 * restart.
 */
export const settingsPage = adminPage({ path: PATH, files: true, form: change, show: send })
