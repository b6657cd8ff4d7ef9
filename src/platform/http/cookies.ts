/** The value of a cookie in the header `Cookie`; null where there is none, or it is empty. */
export function cookieValue(header: string | undefined, name: string): string | null {
  const prefix = `${name}=`
  const pair = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix))
  return pair === undefined || pair.length === prefix.length ? null : pair.slice(prefix.length)
}
