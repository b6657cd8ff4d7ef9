import type { Core } from '#platform/context/index.ts'
import { formsOf, isOwn, isSimple, type Whose } from './rules.ts'
import { invalid } from '#platform/errors/index.ts'
import { isCommon } from '#platform/passwords/common.ts'
import * as passwords from '#platform/passwords/index.ts'
import { nameOf } from './queries.ts'

export { proveByPassword } from './proof.ts'

/** Hashes a password. Hashing is deliberately slow, so do not call this function inside a transaction. */
export const hashPassword = (ctx: Core, password: string): Promise<string> => passwords.hashPassword(password, ctx.config.passwordMemoryKib)

/**
 * Checks and hashes a new password. Rejects common passwords, the user's own email address or name, and sequences (spec: completions 12,
 * Passwords). Errors: 400; `param` names the field.
 */
export async function hashChosen(ctx: Core, password: string, whose: Omit<Whose, 'host'>, param = 'password'): Promise<string> {
  if (isOwn(password, { ...whose, host: new URL(ctx.config.publicUrl).hostname }))
    throw invalid(
      param,
      `${param} must not be your email address, your name, our name or the word “password”, with or without digits around it.`,
    )
  if (isSimple(password))
    throw invalid(param, `${param} is too simple: it repeats a few characters or is a sequence. Choose another, such as four words.`)
  if (await isCommon(formsOf(password)))
    throw invalid(param, `${param} is too common and easy to guess. Choose another, such as four words.`)
  return hashPassword(ctx, password)
}

/** Checks and hashes a new password for an existing account, like `hashChosen`. */
export async function hashChosenBy(ctx: Core, accountId: string, password: string, param?: string): Promise<string> {
  const { name, email } = await nameOf(ctx.db, accountId)
  return hashChosen(ctx, password, { name, email: email ?? '' }, param)
}
