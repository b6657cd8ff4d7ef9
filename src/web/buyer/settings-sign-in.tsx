import type { Context, Person } from '#platform/context/index.ts'
import { browserName } from '#identity/sessions/rules.ts'
import { type PageRequest, type Problem, problemAt, type SignedIn } from '#web/framework/page/index.ts'
import type { Address } from '#identity/email-links/index.ts'
import { Badge, Button, Field, Form, Notice, Time } from '#web/ui/index.ts'
import { Change } from './settings-part.tsx'

type AddressProps = { at: PageRequest; address: Address }

/** The email address, its verification state, and the form to change it. */
export const AddressPart = ({ at: { viewer, typed, problem }, address: { email, verified, newEmail } }: AddressProps) => (
  <>
    <p>
      You sign in with {email}. {verified ? <Badge means="ok">Verified</Badge> : <Badge means="warn">Not verified yet</Badge>}
    </p>
    {newEmail === null ? null : (
      <Notice>
        <span>To change your email to {newEmail}, open the link in the email we sent there. Until then, nothing changes.</span>
      </Notice>
    )}
    {verified && newEmail === null ? null : (
      <Change viewer={viewer} what="verify">
        <Button icon="bell" label="Send the email again" />
      </Change>
    )}
    <Change viewer={viewer} what="email">
      <Field
        name="email"
        label="New email"
        type="email"
        hint="We will email a link to the new address and notify the old address. We may ask you to confirm your identity."
        autocomplete="email"
        required
        value={typed['do'] === 'email' ? typed['email'] : undefined}
        problem={problemAt(problem, 'email')}
      />
      <Button label="Change email" />
    </Change>
  </>
)

type PasswordProps = { viewer: Person; hasPassword: boolean; problem: Problem | undefined }

export const PasswordPart = ({ viewer, hasPassword, problem }: PasswordProps) => (
  <Change viewer={viewer} what="password">
    {hasPassword ? (
      <Field
        name="old_password"
        label="Current password"
        type="password"
        autocomplete="current-password"
        required
        problem={problemAt(problem, 'old_password')}
      />
    ) : (
      <Notice>You have no password. Sign in with an email link, or set a password here.</Notice>
    )}
    <Field
      name="new_password"
      label="New password"
      type="password"
      hint="At least 10 characters. You will be signed out of all other browsers. API keys keep working."
      autocomplete="new-password"
      required
      problem={problemAt(problem, 'new_password')}
    />
    <Button label={hasPassword ? 'Change password' : 'Set password'} />
  </Change>
)

type SessionsProps = { ctx: Context; viewer: Person; sessions: readonly SignedIn[] }

export const SessionsPart = ({ ctx, viewer, sessions }: SessionsProps) => (
  <>
    <ul class="rows">
      {sessions.map(({ id, agent, current, created_at }) => (
        <li>
          <span>
            {browserName(agent)},{' '}
            <span class="quiet">
              since <Time at={created_at} now={ctx.now()} />
            </span>
          </span>
          {current ? (
            <Badge means="ok">This browser</Badge>
          ) : (
            <Form action="/you/settings" viewer={viewer} with={{ do: 'end_session' }}>
              <Button small kind="quiet" name="session" value={id} label="Sign out" about={`: ${browserName(agent)}`} />
            </Form>
          )}
        </li>
      ))}
    </ul>
    {sessions.length > 1 ? (
      <Change viewer={viewer} what="end_others">
        <Button label="Sign out everywhere else" />
      </Change>
    ) : null}
  </>
)
