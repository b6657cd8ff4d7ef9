/** `Tuesday 24 November 2026, 09:05 UTC`. */
export const when = (date: Date): string => {
  const day = date.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  return `${day.replace(',', '')}, ${date.toISOString().slice(11, 16)} UTC`
}
