import type { Operator } from '#platform/context/index.ts'
import { dollarsText } from '#core/format/money.ts'
import { MARKET_CATEGORIES } from '#catalog/browse/rules/market.ts'
import type { AnswerOf } from '#platform/http/endpoint.ts'
import type { Child } from '#web/framework/jsx/index.ts'
import { Button, Field, FilesField, Form, Section, TextArea } from '#web/ui/index.ts'
import { fieldAt, problemAt, type api, type Fields, type PageRequest } from '#web/framework/page/index.ts'
import { SETTINGS as COPY } from './copy.ts'

type Settings = AnswerOf<typeof api.getMarketSettings>
type Name = keyof Settings['sources']
type Parts = { at: PageRequest<Operator>; settings: Settings }

const VARIABLES: Partial<Record<Name, string>> = { fee_percent: 'FEE_PERCENT', guest_limit: 'GUEST_LIMIT' }

/** Returns a hint that states where the value comes from. `shown`: the value that applies if the field is empty. */
const sourceHint = ({ sources }: Settings, name: Name, shown: string, text = ''): string =>
  `${text} ${sources[name] === 'app' ? COPY.set : COPY.defaultIs(shown, VARIABLES[name])}`.trim()

const own = ({ sources, ...values }: Settings, name: Exclude<Name, 'logo' | 'fees'>): string =>
  sources[name] === 'app' ? String(values[name] ?? '') : ''

const Panel = ({
  at,
  form,
  title,
  button,
  children,
}: {
  at: Parts['at']
  form: string
  title: string
  button: string
  children?: Child
}) => (
  <Section id={`${form}-title`} title={title} className="panel">
    <Form action="/operator/settings" viewer={at.viewer} class="form wide" with={{ do: form }}>
      {children}
      <Button kind="dark" label={button} />
    </Form>
  </Section>
)

export const IdentityForm = ({ at, settings }: Parts) => (
  <Panel at={at} form="identity" title={COPY.identity} button={COPY.saveIdentity}>
    <Field
      {...fieldAt(at, 'name', own(settings, 'name'))}
      label={COPY.name}
      maxlength={40}
      hint={sourceHint(settings, 'name', settings.name)}
    />
    <Field
      {...fieldAt(at, 'letter', own(settings, 'letter'))}
      label={COPY.letter}
      maxlength={2}
      hint={sourceHint(settings, 'letter', COPY.none, COPY.letterHint)}
    />
    <Field
      {...fieldAt(at, 'accent', own(settings, 'accent'))}
      label={COPY.accent}
      maxlength={7}
      placeholder="#fbe137"
      hint={sourceHint(settings, 'accent', COPY.builtIn, COPY.accentHint)}
    />
  </Panel>
)

/** The logo has a separate form, because it is uploaded independently of the other settings. */
export const LogoForm = ({ at, settings: { logo_url: logo } }: Parts) => (
  <Section id="logo-title" title={COPY.logo} className="panel">
    <Form action="/operator/settings" viewer={at.viewer} class="form wide" multipart>
      {logo ? <img src={logo} alt={COPY.currentLogo} height={40} /> : null}
      <FilesField
        name="picture"
        label={COPY.newLogo}
        hint={COPY.logoHint}
        single
        problem={problemAt(at.problem, 'picture[0]') ?? problemAt(at.problem, 'url')}
      />
      <div class="actions">
        <Button do="logo" label={COPY.uploadLogo} />
        {logo ? <Button kind="quiet" do="no-logo" label={COPY.removeLogo} /> : null}
      </div>
    </Form>
  </Section>
)

export const TextsForm = ({ at, settings }: Parts) => (
  <Panel at={at} form="texts" title={COPY.texts} button={COPY.saveTexts}>
    <Field
      {...fieldAt(at, 'contact', own(settings, 'contact'))}
      label={COPY.contact}
      type="email"
      hint={sourceHint(settings, 'contact', COPY.none)}
    />
    {(['terms', 'privacy'] as const).map((name) => (
      <TextArea
        {...fieldAt(at, name, own(settings, name))}
        label={COPY[name]}
        rows={5}
        maxlength={20_000}
        hint={sourceHint(settings, name, COPY.builtIn, COPY.pageHint)}
      />
    ))}
  </Panel>
)

export const FeesForm = ({ at, settings }: Parts) => (
  <Panel at={at} form="fees" title={COPY.fees} button={COPY.saveFees}>
    <p>{COPY.feesHint}</p>
    <div class="fields-grid">
      <Field
        {...fieldAt(at, 'fee_percent', own(settings, 'fee_percent'))}
        label={COPY.feePercent}
        inputmode="decimal"
        hint={sourceHint(settings, 'fee_percent', `${settings.fee_percent}%`)}
      />
      <Field
        {...fieldAt(at, 'guest_limit', own(settings, 'guest_limit'))}
        label={COPY.guestLimit}
        inputmode="decimal"
        before="$"
        hint={sourceHint(settings, 'guest_limit', dollarsText(settings.guest_limit), COPY.guestHint)}
      />
    </div>
    <h3>{COPY.categories}</h3>
    <p class="hint">{COPY.categoriesHint}</p>
    <div class="three">
      {categoriesOf(settings).map((name) => (
        <Field
          name={`fee:${name}`}
          label={COPY.feeOf(name)}
          inputmode="decimal"
          value={at.typed[`fee:${name}`] ?? String(settings.fees[name] ?? '')}
        />
      ))}
      <Field {...fieldAt(at, 'new_category')} label={COPY.newCategory} maxlength={60} />
      <Field {...fieldAt(at, 'new_fee')} label={COPY.newFee} inputmode="decimal" />
    </div>
  </Panel>
)

const categoriesOf = ({ fees }: Settings): string[] => [...new Set<string>([...MARKET_CATEGORIES, ...Object.keys(fees)])]

/** Returns the fees in the form, by category. Omits categories without a separate percentage, because the general fee applies to them. */
export function feesIn({ new_category: name = '', new_fee: fee = '', ...fields }: Fields): Record<string, number> {
  const rows = Object.entries(fields).flatMap(([key, value]) => (key.startsWith('fee:') ? [[key.slice(4), value] as const] : []))
  const filled = [...rows, [name.trim(), fee] as const].filter(([key, value]) => key !== '' && value.trim() !== '')
  // the API rejects text that is not a number, and its error message names the category
  return Object.fromEntries(filled.map(([key, value]) => [key, Number(value)]))
}
