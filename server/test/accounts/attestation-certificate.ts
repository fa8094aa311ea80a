import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** A certificate of a maker of authenticators, in DER, with the key that signs attestations. */
export interface AttestationCertificate {
  readonly der: Buffer
  readonly privateKey: KeyObject
}

/** An element of DER: its tag, the length of its contents, and those. Contents are below 65,536 bytes. */
function element(tag: number, ...contents: readonly Buffer[]): Buffer {
  const { length } = Buffer.concat(contents)
  const lengths =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...lengths]), ...contents])
}

const sequence = (...contents: readonly Buffer[]): Buffer => element(0x30, ...contents)
const integer = (value: number): Buffer => element(0x02, Buffer.from([value]))
const objectId = (hex: string): Buffer => element(0x06, Buffer.from(hex, 'hex'))
const bits = (contents: Buffer): Buffer => element(0x03, Buffer.from([0]), contents)

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))

/** What WebAuthn Level 3, section 8.2.1, demands of such a certificate: these four parts of its name. */
const name = sequence(
  ...[
    ['550406', 0x13, 'JP'],
    ['55040a', 0x0c, 'Aitai Tests'],
    ['55040b', 0x0c, 'Authenticator Attestation'],
    ['550403', 0x0c, 'Authenticator in software'],
  ].map(([id, tag, text]) =>
    element(0x31, sequence(objectId(String(id)), element(Number(tag), Buffer.from(String(text))))),
  ),
)

const validity = sequence(
  ...['20200101000000Z', '20990101000000Z'].map((text) => element(0x18, Buffer.from(text))),
)

/** Basic constraints without a content: it is not a certificate of an authority. */
const extensions = element(0xa3, sequence(sequence(objectId('551d13'), element(0x04, sequence()))))

/** Makes a certificate that signs itself, with which an attestation is as a maker would sign it. */
export function newAttestationCertificate(): AttestationCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const version = element(0xa0, integer(2))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const signed = sequence(
    version,
    integer(1),
    ecdsaWithSha256,
    name,
    validity,
    name,
    Buffer.from(key),
    extensions,
  )
  return {
    der: sequence(signed, ecdsaWithSha256, bits(sign('sha256', signed, privateKey))),
    privateKey,
  }
}
