type Kind = 'localStorage' | 'sessionStorage'

// Storage may be disabled: then even its access throws.

/** Returns the stored value, or null when it is missing or storage is disabled. */
export function readStored(kind: Kind, key: string): string | null {
  try {
    return window[kind].getItem(key)
  } catch {
    return null
  }
}

/** Stores or removes a value. With storage disabled, it lasts as long as the page. */
export function writeStored(kind: Kind, key: string, value: string | null): void {
  try {
    if (value === null) window[kind].removeItem(key)
    else window[kind].setItem(key, value)
  } catch {
    // it lasts as long as the page
  }
}
