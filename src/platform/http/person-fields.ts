import { z } from 'zod'
import { isPersonsAddress } from '#platform/encoding/mail-address.ts'
import { line } from './fields.ts'

/** Creates a field for an email address. Converts the address to lowercase. */
export const email = () =>
  line(3, 254)
    .refine(isPersonsAddress, 'must be an email address')
    .transform((value) => value.toLowerCase())
    .describe('Email address for sign-in and notifications.')

// passwords are not trimmed, because leading and trailing spaces count
export const password = (min: number, max: number) =>
  z
    .string()
    .refine((value) => [...value].length >= min && [...value].length <= max, `must have ${min} to ${max} characters`)
    .meta({ minLength: min, maxLength: max, format: 'password' })

export const currentPassword = () => password(1, 200).describe('The password of the account.')
