import type { Context } from '#platform/context/index.ts'
import { invalid } from '#platform/errors/index.ts'
import { EgressError } from './errors.ts'
import { parseTarget } from './target.ts'

/**
 * Validates a user's URL for posts; public mode requires https. Each sending checks reachability (completions 11). Errors:
 * 400 that names `param`.
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
