import { z } from 'zod'
import { currentPassword, email, password } from '#platform/http/person-fields.ts'
import { count, kind } from '#platform/http/record-fields.ts'

export { Session } from '#identity/sessions/schema.ts'

/** Accepts any token: all invalid tokens get the same error. */
const token = () => z.string().max(200, 'must be the token of a mail').describe('The token of the mailed link. It works once.')
const newPassword = () => password(10, 200).describe('The new password: at least 10 characters, and not a common one.')

/** Body of `POST /password-resets` and `POST /sign-in-links`. */
export const AskForLink = z.object({ email: email() })
export const ResetPassword = z.object({ token: token(), password: newPassword() })
/** With the account's password, a first verification ends nothing (completions 12). */
export const UseLink = z.object({ token: token(), password: currentPassword().optional() })
/** Body of `PUT /me/password`; `password` is optional after a recent proof. */
export const ChangePassword = z.object({ password: currentPassword().optional(), new_password: newPassword() })
/** Body of `PUT /me/email`; `password` as in `ChangePassword`. */
export const ChangeEmail = z.object({ email: email(), password: currentPassword().optional() })

const Ended = z
  .object({
    sessions: count('How many sessions ended.'),
    keys: count('How many keys were revoked.'),
    approvals: count('How many approvals ended.'),
    webhook: z.boolean().describe('Whether the webhook was stopped.'),
  })
  .meta({ id: 'EndedByProof' })
const ended = () =>
  Ended.nullable()
    .optional()
    .describe('What was made before the address was proved, and ended with its first proof; null where nothing did.')

export const PasswordReset = z
  .object({
    object: kind('password_reset'),
    status: z.enum(['asked', 'done']).describe('`asked`: a mail is on its way, if there is such an account.'),
    ended: ended(),
  })
  .meta({ id: 'PasswordReset' })
export const SignInLink = z
  .object({
    object: kind('sign_in_link'),
    status: z.literal('asked').describe('A mail is on its way, if there is such an account.'),
  })
  .meta({ id: 'SignInLink' })
export const EmailVerification = z
  .object({
    object: kind('email_verification'),
    email: z.string().describe('The address in question.'),
    status: z.enum(['asked', 'verified']).describe('`asked`: a mail is on its way.'),
    ended: ended(),
  })
  .meta({ id: 'EmailVerification' })
export const ChangedPassword = z
  .object({ object: kind('password'), status: z.literal('changed').describe('The new password holds from now on.') })
  .meta({ id: 'ChangedPassword' })
