import type { Child } from '#web/framework/jsx/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { Button } from './button.tsx'
import { Form } from './form.tsx'

type Props = {
  action: string
  /** Endpoint under `/v1` that returns the WebAuthn challenge. */
  options: '/sessions/passkey-options' | '/passkeys/options'
  /** True if the form creates a passkey, false if the form uses an existing passkey. */
  makes?: boolean
  /** Ticket for a sign-in that still needs its second factor. */
  ticket?: string | undefined
  viewer?: Viewer | undefined
  returnTo?: string | undefined
  kind?: 'dark'
  /** True if the browser also offers passkeys in the page's email field (`autocomplete="webauthn"`). */
  offersInField?: boolean
  field?: string
  label: string
  children?: Child
}

/** A form that creates or uses a passkey. A script shows the form if the browser supports passkeys. */
export const PasskeyForm = ({
  action,
  options,
  makes,
  ticket,
  viewer,
  returnTo,
  kind,
  offersInField,
  field = 'passkey',
  label,
  children,
}: Props) => (
  <div
    class="passkey"
    hidden
    data-island="passkey"
    data-options={`/v1${options}`}
    data-makes={makes ? '' : undefined}
    data-ticket={ticket}
    data-in-field={offersInField ? '' : undefined}
  >
    <Form class="form" action={action} viewer={viewer} returnTo={returnTo}>
      <input type="hidden" name={field} value="" data-passkey="" />
      {children}
      <Button icon="key" {...(kind ? { kind } : {})} label={label} />
    </Form>
    <p class="problem" role="alert" data-said="" />
  </div>
)

/** Returns the value of the hidden field for the API, or undefined if the value is not valid JSON. */
export function passkeyIn(fields: Record<string, string>, field = 'passkey'): Record<string, unknown> | undefined {
  try {
    return JSON.parse(fields[field] ?? '')
  } catch {
    return undefined
  }
}
