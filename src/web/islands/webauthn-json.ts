// Converts passkey data to and from JSON (WebAuthn 3), for browsers that cannot do so themselves.

/** Converts the server's options for `navigator.credentials.create`. */
export function creationFrom(json: PublicKeyCredentialCreationOptionsJSON): PublicKeyCredentialCreationOptions {
  if ('parseCreationOptionsFromJSON' in PublicKeyCredential) return PublicKeyCredential.parseCreationOptionsFromJSON(json)
  const { challenge, user, excludeCredentials = [], ...rest } = json
  return {
    ...(rest as unknown as PublicKeyCredentialCreationOptions),
    challenge: bytes(challenge),
    user: { ...user, id: bytes(user.id) },
    excludeCredentials: excludeCredentials.map(descriptor),
  }
}

/** Converts the server's options for `navigator.credentials.get`. */
export function requestFrom(json: PublicKeyCredentialRequestOptionsJSON): PublicKeyCredentialRequestOptions {
  if ('parseRequestOptionsFromJSON' in PublicKeyCredential) return PublicKeyCredential.parseRequestOptionsFromJSON(json)
  const { challenge, allowCredentials = [], ...rest } = json
  return {
    ...(rest as unknown as PublicKeyCredentialRequestOptions),
    challenge: bytes(challenge),
    allowCredentials: allowCredentials.map(descriptor),
  }
}

/** Converts the device's credential to JSON for the server. */
export function jsonOf(credential: PublicKeyCredential): unknown {
  if ('toJSON' in credential) return credential.toJSON()
  const { id, rawId, type, response } = credential as PublicKeyCredential & { response: AuthenticatorResponse }
  return { id, rawId: text(rawId), type, clientExtensionResults: {}, response: responseOf(response) }
}

function responseOf(response: AuthenticatorResponse): unknown {
  const clientDataJSON = text(response.clientDataJSON)
  if (response instanceof AuthenticatorAttestationResponse)
    return { clientDataJSON, attestationObject: text(response.attestationObject), transports: response.getTransports() }
  const { authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse
  return {
    clientDataJSON,
    authenticatorData: text(authenticatorData),
    signature: text(signature),
    userHandle: userHandle && text(userHandle),
  }
}

const descriptor = ({ id, type, transports }: PublicKeyCredentialDescriptorJSON): PublicKeyCredentialDescriptor => ({
  id: bytes(id),
  type: type as 'public-key',
  transports: (transports ?? []) as AuthenticatorTransport[],
})

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

const text = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
