import type { Child } from '#web/framework/jsx/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { Button } from './button.tsx'
import { Form } from './form.tsx'

type Props = {
  action: string
  /** Where the browser asks for what it has to sign, below `/v1`. */
  options: '/sessions/passkey-options' | '/passkeys/options'
  /** Makes a new passkey instead of using one. */
  makes?: boolean
  /** Of a sign-in that waits for its second step. */
  ticket?: string | undefined
  viewer?: Viewer | undefined
  returnTo?: string | undefined
  kind?: 'dark'
  /** The hidden field that takes the answer. */
  field?: string
  words: string
  children?: Child
}

/** A form that a passkey answers. It shows itself where scripts run and the browser knows passkeys. */
export const PasskeyForm = ({ action, options, makes, ticket, viewer, returnTo, kind, field = 'passkey', words, children }: Props) => (
  <div class="passkey" hidden data-island="passkey" data-options={`/v1${options}`} data-makes={makes ? '' : undefined} data-ticket={ticket}>
    <Form class="form" action={action} viewer={viewer} returnTo={returnTo}>
      <input type="hidden" name={field} value="" data-passkey="" />
      {children}
      <Button icon="key" {...(kind ? { kind } : {})}>
        {words}
      </Button>
    </Form>
    <p class="problem" role="alert" data-said="" />
  </div>
)

/** What the hidden field holds, as the API takes it; nothing where it is no JSON. */
export function passkeyIn(fields: Record<string, string>, field = 'passkey'): Record<string, unknown> | undefined {
  try {
    return JSON.parse(fields[field] ?? '')
  } catch {
    return undefined
  }
}
