import type { Child } from '#web/framework/jsx/index.ts'
import type { Context } from '#platform/context/index.ts'
import type { Check } from '#helpers/shopping-check/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { Badge, Button, ButtonLink, Field, Form, Section } from '#web/ui/index.ts'
import { Layout } from '#web/ui/layouts/public.tsx'
import { searchPath } from '#web/framework/routes.ts'
import { WrongAbove, fieldAt, type Problem } from '#web/framework/page/index.ts'
import { EXAMPLE } from './example.ts'
import { Result, Thresholds, verdictOf } from './result.tsx'
import type { Typed } from './input.ts'
import { siteOf } from '#web/framework/site.ts'

type Seen = { ctx: Context; viewer: Viewer }

const HEADING = 'Will it hold its value?'
const SUBTITLE = 'Before you buy, see how much of the price you would likely get back on resale.'

const Frame = ({ ctx, viewer, title, children }: Seen & { title: string; children?: Child }) => (
  <Layout
    site={siteOf(ctx)}
    viewer={viewer}
    title={`${title} · ${siteOf(ctx).name}`}
    description="An estimate of how much of an item’s price you would get back on resale."
    canonical={`${ctx.config.publicUrl}/check`}
  >
    <div class="step-page">{children}</div>
  </Layout>
)

/** The form for a check, with the submitted values and problems. */
export const FormPage = ({ ctx, viewer, typed, problem }: Seen & { typed: Typed; problem?: Problem | undefined }) => (
  <Frame ctx={ctx} viewer={viewer} title="Shopping check">
    <h1>{HEADING}</h1>
    <p class="lead measure">{SUBTITLE}</p>
    <CheckForm viewer={viewer} typed={typed} problem={problem} />
    <Thresholds />
  </Frame>
)

/** The result of a check, with a form to try a different price. */
export const CheckedPage = ({ ctx, viewer, typed, check }: Seen & { typed: Typed; check: Check }) => (
  <Frame ctx={ctx} viewer={viewer} title={verdictOf(check)}>
    <Result check={check} heading={<h1>{verdictOf(check)}</h1>} />
    <p class="actions">
      <ButtonLink href={searchPath({ q: check.item.name })} icon="search" label="Search the marketplace for this item" />
    </p>
    <Thresholds />
    <Section id="again" title="Check another price or item" className="section">
      <CheckForm viewer={viewer} typed={typed} />
    </Section>
  </Frame>
)

/** The page that is shown when a provider is not configured: an example and alternatives. */
export const SoonPage = ({ ctx, viewer }: Seen) => (
  <Frame ctx={ctx} viewer={viewer} title="Shopping check, coming soon">
    <div class="stack">
      <p>
        <Badge means="info" icon="clock">
          Coming soon
        </Badge>
      </p>
      <h1>{HEADING}</h1>
      <p class="lead measure">{SUBTITLE}</p>
      <p class="measure">
        Paste a link to an item, or describe it. The check estimates how much of the price you would get back, and shows the numbers behind
        the estimate. Price research is not available on this server yet. You can use everything else.
      </p>
      <p class="actions">
        <ButtonLink href="/search" kind="dark" icon="search" label="Browse second-hand items" />
      </p>
    </div>
    <Section id="example" title="Example" className="section">
      <Result
        check={EXAMPLE}
        mark={
          <Badge means="info" icon="info">
            The item and the numbers are made up.
          </Badge>
        }
        heading={<p class="display">{verdictOf(EXAMPLE)}</p>}
      />
    </Section>
    <Thresholds />
  </Frame>
)

const FIELDS = ['text', 'amount'] as const

const CheckForm = ({ viewer, typed, problem }: { viewer: Viewer; typed: Typed; problem?: Problem | undefined }) => (
  <Form class="form wide" action="/check" viewer={viewer} label="Shopping check">
    <WrongAbove problem={problem} fields={FIELDS} />
    <Field
      {...fieldAt({ typed, problem }, 'text')}
      label="Link or description"
      hint="The address of a shop page, or words such as “Nike Dunk Low”."
      maxlength={2000}
      autocomplete="off"
      required
    />
    <Field
      {...fieldAt({ typed, problem }, 'amount')}
      label="Price (optional)"
      hint="If you leave this empty, we will use the price on the page, or else the price of a new item."
      before="$"
      inputmode="decimal"
      autocomplete="off"
    />
    <Button kind="dark" label="Check resale value" />
    <p class="small quiet">
      {viewer.kind === 'session'
        ? 'We look up prices at other services. This takes a few seconds.'
        : 'A check requires an account. Sign in first; what you entered stays in the form.'}
    </p>
  </Form>
)
