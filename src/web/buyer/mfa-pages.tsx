import type { Context, Person } from '#platform/context/index.ts'
import { type Passkey, type Problem, problemAt, type TotpSetup, WrongAbove } from '#web/framework/page/index.ts'
import { Button, ButtonLink, Field, Form, Notice, PasskeyForm, QrCode, Snippet } from '#web/ui/index.ts'
import { Used, MFA_PATH } from './settings-mfa.tsx'
import { Change } from './settings-part.tsx'

type SetupProps = { viewer: Person; setup: TotpSetup; problem: Problem | undefined }

/** Setup of an authenticator app: QR code, secret, and a field for the first code. */
export const SetupPage = ({ viewer, setup: { secret, uri }, problem }: SetupProps) => (
  <div class="settings factor">
    <WrongAbove problem={problem} fields={['code']} />
    <section class="stack">
      <p>Open your authenticator app, add an account, and scan this QR code.</p>
      <QrCode text={uri} label="QR code with the secret for your authenticator app" />
      <p>
        If the app is on this device, <a href={uri}>open it there</a>. You can also enter this secret by hand:
      </p>
      <p class="secret">
        <code>{secret.match(/.{1,4}/g)!.join(' ')}</code>
      </p>
    </section>
    <Change viewer={viewer} what="confirm_totp" action={MFA_PATH}>
      <Field
        name="code"
        label="Code from the app"
        hint="After you turn on the authenticator app, you will need a code from the app to sign in."
        inputmode="numeric"
        autocomplete="one-time-code"
        maxlength={20}
        required
        problem={problemAt(problem, 'code')}
      />
      <Button kind="dark" label="Turn on authenticator app" />
    </Change>
  </div>
)

/** Asks for a name before the device creates the passkey. */
export const AddPasskeyPage = ({ viewer, name }: { viewer: Person; name: string }) => (
  <div class="settings factor">
    <p>
      Your phone, computer or password manager creates and stores the passkey. You unlock it with your fingerprint, face or PIN, which stay
      on your device.
    </p>
    <PasskeyForm action={MFA_PATH} options="/passkeys/options" makes viewer={viewer} kind="dark" label="Create passkey">
      <input type="hidden" name="do" value="keep_passkey" />
      <Field name="name" label="Passkey name" maxlength={60} value={name} required />
    </PasskeyForm>
    <noscript>
      <p>Passkeys need JavaScript, which is off in this browser. An authenticator app works without it.</p>
    </noscript>
    <p>
      <a href="/you/settings#ways-in">Back to sign-in methods</a>
    </p>
  </div>
)

/** Shows the recovery codes once, because the database stores only their hashes. */
export const CodesPage = ({ codes, message }: { codes: readonly string[]; message: string }) => (
  <div class="settings factor">
    <Notice means="ok">
      <span>{message}</span>
    </Notice>
    <section class="stack">
      <p>
        Each code works once, in place of your passkey or app. <strong>We will not show these codes again.</strong> Store them with your
        papers or in a password manager, not only on your phone.
      </p>
      <Snippet text={codes.join('\n')} />
    </section>
    <p class="actions">
      <ButtonLink kind="dark" href="/you/settings#ways-in" label="I have saved the codes" />
    </p>
  </div>
)

type PasskeyProps = { ctx: Context; viewer: Person; passkey: Passkey; problem: Problem | undefined }

export const PasskeyPage = ({ ctx, viewer, passkey: { id, name, created_at, last_used_at }, problem }: PasskeyProps) => (
  <div class="settings factor">
    <WrongAbove problem={problem} fields={['name']} />
    <p>
      <Used at={created_at} last={last_used_at} now={ctx.now()} />
    </p>
    <Form class="form" action={`/you/passkeys/${id}`} viewer={viewer} with={{ do: 'rename' }}>
      <Field name="name" label="Passkey name" maxlength={60} value={name} required problem={problemAt(problem, 'name')} />
      <Button label="Save name" />
    </Form>
    <Form class="form" action={`/you/passkeys/${id}`} viewer={viewer} with={{ do: 'remove' }}>
      <p>After you remove this passkey, you can no longer sign in with it. Your device may still offer it, so delete it there too.</p>
      <Button kind="bad" label="Remove passkey" />
    </Form>
    <p>
      <a href="/you/settings#ways-in">Back to sign-in methods</a>
    </p>
  </div>
)
