import { z } from 'zod'
import { email, password } from '#features/accounts/schema.ts'

export { Session } from '#features/accounts/schema.ts'

/** What was mailed: taken as it is, and refused in the same words whatever is wrong with it. */
const token = () => z.string().max(200, 'must be the token of a mail')

/** Body of `POST /password-resets` and `POST /sign-in-links`. */
export const AskForLink = z.object({ email: email() })
export const ResetPassword = z.object({ token: token(), password: password(10, 200) })
/** With the account's password, a first proof of its address ends nothing (completions 12). */
export const UseLink = z.object({ token: token(), password: password(1, 200).optional() })
/** Body of `PUT /me/password`; `password` may be left out where the person was proved lately. */
export const ChangePassword = z.object({ password: password(1, 200).optional(), new_password: password(10, 200) })
/** Body of `PUT /me/email`; `password` as there. */
export const ChangeEmail = z.object({ email: email(), password: password(1, 200).optional() })

/** What was made before the address was proved, and ended with its first proof; null where nothing did. */
const ended = () => z.object({ sessions: z.int(), keys: z.int(), approvals: z.int(), webhook: z.boolean() }).nullable().optional()

export const PasswordReset = z
  .object({ object: z.literal('password_reset'), status: z.enum(['asked', 'done']), ended: ended() })
  .meta({ id: 'PasswordReset' })
export const SignInLink = z.object({ object: z.literal('sign_in_link'), status: z.literal('asked') }).meta({ id: 'SignInLink' })
export const EmailVerification = z
  .object({ object: z.literal('email_verification'), email: z.string(), status: z.enum(['asked', 'verified']), ended: ended() })
  .meta({ id: 'EmailVerification' })
export const ChangedPassword = z.object({ object: z.literal('password'), status: z.literal('changed') }).meta({ id: 'ChangedPassword' })
