import { z } from 'zod'
import { isPersonsAddress } from '#platform/encoding/mail-address.ts'
import { line } from './fields.ts'

/** Email address in lower case. */
export const email = () =>
  line(3, 254)
    .refine(isPersonsAddress, 'must be an email address')
    .transform((value) => value.toLowerCase())
    .describe('Email address for sign-in and mail.')

// not trimmed: spaces in a password count
export const password = (min: number, max: number) =>
  z
    .string()
    .refine((value) => [...value].length >= min && [...value].length <= max, `must have ${min} to ${max} characters`)
    .meta({ minLength: min, maxLength: max, format: 'password' })

export const currentPassword = () => password(1, 200).describe('The password of the account.')
