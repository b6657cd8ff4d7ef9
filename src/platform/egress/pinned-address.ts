import type { Context } from '#platform/context/index.ts'
import { invalid } from '#platform/errors/index.ts'
import { EgressError } from './errors.ts'
import { parseTarget } from './target.ts'

/**
 * Validates a URL that a user entered for POST requests, and returns it. In public mode, only https is allowed. The IP address is checked
 * later, at each request (spec: completions 11). Throws a 400 error that names `param`.
 */
export function chosenAddress({ config }: Pick<Context, 'config'>, raw: string, param: string): string {
  try {
    const { url } = parseTarget(raw)
    if (config.mode === 'public' && url.protocol !== 'https:') throw invalid(param, `${param} must start with https://.`)
    return raw
  } catch (error) {
    if (error instanceof EgressError) throw invalid(param, error.message)
    throw error
  }
}
