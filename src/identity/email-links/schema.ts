import { z } from 'zod'
import { currentPassword, email, password } from '#platform/http/person-fields.ts'
import { count, kind } from '#platform/http/record-fields.ts'

export { Session } from '#identity/sessions/schema.ts'

/** Accepts any string, so that all invalid tokens get the same error. */
const token = () => z.string().max(200, 'must be a token from an email').describe('Token from the email link. It works once.')
const newPassword = () => password(10, 200).describe('The new password: at least 10 characters, and not a common one.')

/** Body of `POST /password-resets` and of `POST /sign-in-links`. */
export const AskForLink = z.object({ email: email() })
export const ResetPassword = z.object({ token: token(), password: newPassword() })
/**
 * Request body with the token of an email link. With the account's password in the body, a first verification does not end earlier sessions
 * and keys (spec: completions 12).
 */
export const UseLink = z.object({ token: token(), password: currentPassword().optional() })
/** Body of `PUT /me/password`, which sets a new password. `password` is optional if the session has a recent proof of identity. */
export const ChangePassword = z.object({ password: currentPassword().optional(), new_password: newPassword() })
/** Body of `PUT /me/email`. `password` follows the same rules as in `ChangePassword`. */
export const ChangeEmail = z.object({ email: email(), password: currentPassword().optional() })

const Ended = z
  .object({
    sessions: count('Number of sessions that ended.'),
    keys: count('Number of keys that were revoked.'),
    approvals: count('Number of approvals that ended.'),
    webhook: z.boolean().describe('True if the webhook was stopped.'),
  })
  .meta({ id: 'EndedByProof' })
const ended = () =>
  Ended.nullable().optional().describe('Earlier access that ended when the email was first verified; null if there was none.')

export const PasswordReset = z
  .object({
    object: kind('password_reset'),
    status: z
      .enum(['asked', 'done'])
      .describe('`asked`: if the account exists, an email has been sent. `done`: the password has been changed.'),
    ended: ended(),
  })
  .meta({ id: 'PasswordReset' })
export const SignInLink = z
  .object({
    object: kind('sign_in_link'),
    status: z.literal('asked').describe('If the account exists, an email has been sent.'),
  })
  .meta({ id: 'SignInLink' })
export const EmailVerification = z
  .object({
    object: kind('email_verification'),
    email: z.string().describe('Email to verify.'),
    status: z.enum(['asked', 'verified']).describe('`asked`: an email has been sent. `verified`: the email is verified.'),
    ended: ended(),
  })
  .meta({ id: 'EmailVerification' })
export const ChangedPassword = z
  .object({ object: kind('password'), status: z.literal('changed').describe('The new password is in effect.') })
  .meta({ id: 'ChangedPassword' })
