import type { Context, Person } from '#platform/context/index.ts'
import { type Passkey, type Problem, problemAt, type TotpSetup, WrongAbove } from '#web/framework/page/index.ts'
import { Button, ButtonLink, Field, Form, Notice, PasskeyForm, QrCode, Snippet } from '#web/ui/index.ts'
import { Used, WAYS_IN } from './settings-mfa.tsx'
import { Change } from './settings-part.tsx'

type SetupProps = { viewer: Person; setup: TotpSetup; problem: Problem | undefined }

/** Setup of an authenticator app: QR code, secret, and a field for the first code. */
export const SetupPage = ({ viewer, setup: { secret, uri }, problem }: SetupProps) => (
  <div class="settings factor">
    <WrongAbove problem={problem} fields={['code']} />
    <section class="stack">
      <p>Open your authenticator app, choose to add an account, and point it at this picture.</p>
      <QrCode text={uri} label="QR code of the secret, for your authenticator app" />
      <p>
        On the same phone, <a href={uri}>open it in the app</a>, or type this secret by hand:
      </p>
      <p class="secret">
        <code>{secret.match(/.{1,4}/g)!.join(' ')}</code>
      </p>
    </section>
    <Change viewer={viewer} what="confirm_totp" action={WAYS_IN}>
      <Field
        name="code"
        label="The code that the app shows now"
        hint="From then on, signing in asks for one."
        inputmode="numeric"
        autocomplete="one-time-code"
        maxlength={20}
        required
        problem={problemAt(problem, 'code')}
      />
      <Button kind="dark">Switch codes by app on</Button>
    </Change>
  </div>
)

/** Asks for a name, while the device creates the passkey. */
export const AddPasskeyPage = ({ viewer, name }: { viewer: Person; name: string }) => (
  <div class="settings factor">
    <p>
      Your phone, computer or password manager makes the passkey and keeps it. It opens with your finger, face or PIN, which stay on your
      device.
    </p>
    <PasskeyForm action={WAYS_IN} options="/passkeys/options" makes viewer={viewer} kind="dark" words="Make the passkey">
      <input type="hidden" name="do" value="keep_passkey" />
      <Field name="name" label="A name, to tell it from others" maxlength={60} value={name} required />
    </PasskeyForm>
    <noscript>
      <p>Making a passkey needs scripts, which are off in this browser. Codes by app work without.</p>
    </noscript>
    <p>
      <a href="/you/settings#ways-in">Back to your ways in</a>
    </p>
  </div>
)

/** Shows the recovery codes once, because only their hashes are stored. */
export const CodesPage = ({ codes, says }: { codes: readonly string[]; says: string }) => (
  <div class="settings factor">
    <Notice means="ok">
      <span>{says}</span>
    </Notice>
    <section class="stack">
      <p>
        Each of these signs you in once, in place of your passkey or app. <strong>They are not shown again.</strong> Keep them where you
        keep papers, or in a password manager, and not on the phone alone.
      </p>
      <Snippet text={codes.join('\n')} />
    </section>
    <p class="actions">
      <ButtonLink kind="dark" href="/you/settings#ways-in">
        I have kept them
      </ButtonLink>
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
      <Field name="name" label="Its name" maxlength={60} value={name} required problem={problemAt(problem, 'name')} />
      <Button>Save the name</Button>
    </Form>
    <Form class="form" action={`/you/passkeys/${id}`} viewer={viewer} with={{ do: 'remove' }}>
      <p>Removed, it signs in no more. Your device may go on offering it: delete it there as well.</p>
      <Button kind="bad">Remove this passkey</Button>
    </Form>
    <p>
      <a href="/you/settings#ways-in">Back to your ways in</a>
    </p>
  </div>
)
