type Kind = 'localStorage' | 'sessionStorage'

// Storage may be disabled. In that case, even reading the property throws.

/** Returns the stored value, or null when it is missing or storage is disabled. */
export function readStored(kind: Kind, key: string): string | null {
  try {
    return window[kind].getItem(key)
  } catch {
    return null
  }
}

/** Stores a value. Null removes the stored value. */
export function writeStored(kind: Kind, key: string, value: string | null): void {
  try {
    if (value === null) window[kind].removeItem(key)
    else window[kind].setItem(key, value)
  } catch {
    // when storage is disabled, the value is lost with the page
  }
}
