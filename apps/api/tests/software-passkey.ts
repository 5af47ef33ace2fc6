import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A passkey in software: answers the options of the server as a browser and its authenticator do. */
export interface SoftwarePasskey {
  credentialId: string
  /** Answers the options for a new passkey. */
  create: (options: { challenge: string }, changes?: PasskeyChanges) => Record<string, unknown>
  /** Answers the options for the use of a passkey. */
  use: (options: { challenge: string }, changes?: PasskeyChanges) => Record<string, unknown>
}

/** Deviations from a right answer. */
export interface PasskeyChanges {
  origin?: string
  /** Host name that the authenticator signs. */
  rpId?: string
  isVerified?: boolean
  counter?: number
  /** The account that the authenticator names. @default none */
  userHandle?: string
}

const bytesOf = (text: string): Buffer => Buffer.from(text)

/** CBOR of a byte string of up to 65,535 bytes. */
function cborBytes(bytes: Buffer): Buffer {
  const { length } = bytes
  const head =
    length < 24 ? [0x40 + length] : length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(head), bytes])
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), bytesOf(text)])
}

/** Creates a passkey of a site with an ES256 key. */
export function createSoftwarePasskey(site: URL): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const credentialId = id.toString('base64url')
  // COSE_Key: kty EC2, alg ES256, crv P-256, x, y.
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
  let uses = 0

  function clientData(type: string, challenge: string, origin = site.origin): Buffer {
    return bytesOf(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  function authenticatorData(
    { isVerified = true, counter, rpId: host = site.hostname }: PasskeyChanges,
    attested?: Buffer,
  ): Buffer {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested === undefined ? 0 : 0x40)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? uses)
    const rpId = createHash('sha256').update(host).digest()
    return Buffer.concat([rpId, Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }

  const credential = { id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {} }
  return {
    credentialId,
    create({ challenge }, changes = {}) {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey])
      const authData = authenticatorData(changes, attested)
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authData),
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, changes.origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    use({ challenge }, changes = {}) {
      uses += 1
      const authData = authenticatorData(changes)
      const client = clientData('webauthn.get', challenge, changes.origin)
      const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()])
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          ...(changes.userHandle !== undefined && { userHandle: changes.userHandle }),
        },
      }
    },
  }
}
