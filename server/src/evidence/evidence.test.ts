import { randomBytes } from 'node:crypto'
import { canonicalJson } from '@aitai/contract/evidence/canonical-json.ts'
import {
  type ChainHead,
  digestFormat,
  type EvidenceDocument,
  headFormat,
  receiptFormat,
  type Unsigned,
} from '@aitai/contract/evidence/evidence-formats.ts'
import { type EvidenceKey, idOfKey, verifyEvidence } from '@aitai/contract/evidence/verify-evidence.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evidenceSigner } from './evidence-signer.ts'

const formats = [headFormat, digestFormat, receiptFormat] as const
const signer = evidenceSigner(randomBytes(32))
const key: EvidenceKey = { publicKey: signer.publicKey, usedUntil: null }
const verify = (bytes: Uint8Array, keys: readonly EvidenceKey[] = [key]) =>
  verifyEvidence(bytes, formats, keys)
const bytesOf = (text: string): Buffer => Buffer.from(text)
const faultOf = async (text: string, keys?: readonly EvidenceKey[]) => {
  const result = await verify(bytesOf(text), keys)
  return result.valid ? null : result.fault
}

const installation = 'https://desk.example'
const at = '2026-11-18T06:30:00.000Z'
const head = {
  format: headFormat,
  installation,
  chain: 'journal',
  seq: 4_711,
  hash: 'ab'.repeat(32),
  at,
} as const
const facts = {
  format: receiptFormat,
  installation,
  agreementId: '5fQ0VJxkyJrBvRkqCwuoMg',
  security: '7203.T',
  securityName: 'Toyota Motor',
  quantity: 10_000,
  midPrice: '2905.5',
  locatedAt: '2026-11-18T01:00:00.000Z',
  agreedAt: '2026-11-18T01:00:12.345Z',
} as const
const documents: Readonly<Record<string, Unsigned<EvidenceDocument>>> = {
  'a head': head,
  'a digest': {
    format: digestFormat,
    installation,
    day: '2026-11-18',
    at,
    journal: '01'.repeat(32),
    audit: '02'.repeat(32),
  },
  "a trader's receipt": {
    ...facts,
    view: 'TRADER',
    side: 'BUY',
    transactionType: 'CASH_ONLY',
    institution: 'Alder "Asset" Management',
    broker: '檜証券株式会社',
  },
  "a broker's receipt": {
    ...facts,
    view: 'BROKER',
    buyInstitution: 'Alder',
    sellInstitution: 'Birch',
    buyTransactionType: 'CASH_ONLY',
    sellTransactionType: 'SWAP_ONLY',
    broker: 'Hinoki',
  },
}

test('the example of the decision is what is signed: the canonical form of all members but the signature', () => {
  // RFC 8032 section 7.1, test 1.
  const known = evidenceSigner(
    Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'),
  )
  expect(Buffer.from(known.publicKey, 'base64url').toString('hex')).toBe(
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  )
  expect(known.sign(head)).toBe(
    `{"at":"${at}","chain":"journal","format":"aitai-head/1","hash":"${'ab'.repeat(32)}",` +
      `"installation":"https://desk.example","keyId":"${known.keyId}","seq":4711,` +
      `"signature":"${(JSON.parse(known.sign(head)) as ChainHead).signature}"}`,
  )
})

test('the id of a key is the same for the server and for whoever verifies', async () => {
  expect(await idOfKey(signer.publicKey)).toBe(signer.keyId)
  expect(await idOfKey(`${signer.publicKey}A`)).toBeNull()
  expect(await idOfKey('')).toBeNull()
})

describe.each(Object.entries(documents))('%s', (_, unsigned) => {
  const text = signer.sign(unsigned)

  test('is valid, also with white space around it, and signed to the same bytes each time', async () => {
    expect(await verify(bytesOf(text))).toMatchObject({ valid: true, document: unsigned, text })
    expect(await verify(bytesOf(`\r\n  ${text}\t\n`))).toMatchObject({ valid: true, text })
    expect(signer.sign(unsigned)).toBe(text)
  })

  test('is refused with any bit of any byte changed', async () => {
    const bytes = bytesOf(text)
    for (const [i, byte] of bytes.entries())
      for (let bit = 0; bit < 8; bit += 1) {
        const changed = Buffer.from(bytes)
        changed[i] = byte ^ (1 << bit)
        expect((await verify(changed)).valid, `bit ${bit} of byte ${i} of ${text}`).toBe(false)
      }
  })

  test('is refused with any part replaced, removed, doubled or inserted', async () => {
    const bytes = bytesOf(text)
    const place = fc.integer({ min: 0, max: bytes.length })
    const edit = fc.tuple(place, fc.nat({ max: 12 }), fc.uint8Array({ maxLength: 12 }))
    await fc.assert(
      fc.asyncProperty(edit, async ([from, length, inserted]) => {
        const changed = Buffer.concat([bytes.subarray(0, from), inserted, bytes.subarray(from + length)])
        fc.pre(changed.toString('latin1').trim() !== bytes.toString('latin1'))
        expect((await verify(changed)).valid).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  test('is refused with another key, with none, and if another key has the same id', async () => {
    const other = evidenceSigner(randomBytes(32))
    expect(await faultOf(text, [])).toBe('UNKNOWN_KEY')
    expect(await faultOf(text, [{ publicKey: other.publicKey, usedUntil: null }])).toBe('UNKNOWN_KEY')
    const claimed = other.sign(unsigned).replace(other.keyId, signer.keyId)
    expect(await faultOf(claimed)).toBe('SIGNATURE')
  })

  test('is refused if it is from a time after the use of its key', async () => {
    const time = Date.parse('agreedAt' in unsigned ? unsigned.agreedAt : unsigned.at)
    expect(await faultOf(text, [{ ...key, usedUntil: time }])).toBeNull()
    expect(await faultOf(text, [{ ...key, usedUntil: time - 1 }])).toBe('RETIRED_KEY')
  })

  test('is refused in another order, with spaces, and with a member twice', async () => {
    const members = Object.entries(JSON.parse(text) as Record<string, string>)
    expect(await faultOf(JSON.stringify(Object.fromEntries(members.toReversed())))).toBe('NOT_CANONICAL')
    expect(await faultOf(text.replace(',', ', '))).toBe('NOT_CANONICAL')
    expect(await faultOf(text.replace('{', '{"installation":"https://evil.example",'))).toBe('NOT_CANONICAL')
  })

  test('is refused with a member more or less, even if the signature covers it', async () => {
    const more = { ...unsigned, password: 'x' }
    expect(await faultOf(signer.sign(more as typeof unsigned))).toBe('MEMBERS')
    const { installation: __, ...less } = unsigned
    expect(await faultOf(signer.sign(less as typeof unsigned))).toBe('MEMBERS')
    expect(await faultOf(signer.sign({ ...unsigned, format: 'aitai-head/2' } as never))).toBe('FORMAT')
  })

  test('is refused with the unused bits of its signature set, which decode to the same bytes', async () => {
    const { signature } = JSON.parse(text) as { signature: string }
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(signature.slice(-1))
    const twin = signature.slice(0, -1) + alphabet[last + 1]
    expect(Buffer.from(twin, 'base64url')).toEqual(Buffer.from(signature, 'base64url'))
    expect(await faultOf(text.replace(signature, twin))).toBe('SIGNATURE')
  })
})

test('a document of one kind does not pass as another', async () => {
  const text = signer.sign(head)
  expect(await verifyEvidence(bytesOf(text), [receiptFormat], [key])).toEqual({
    valid: false,
    fault: 'FORMAT',
  })
})

test.each(['', 'null', '[]', '"a"', '{', '\uFEFF{}', '{"format":"aitai-head/1"'])(
  'the text %j is unreadable or of no format',
  async (text) => {
    expect(['UNREADABLE', 'FORMAT']).toContain(await faultOf(text))
  },
)

test('the canonical form sorts by UTF-16 code units and escapes as RFC 8785 does', () => {
  // The members of the example in RFC 8785 section 3.2.3.
  const sorted = {
    '\u20ac': 'Euro',
    '\r': 'CR',
    '1': 'One',
    '\u0080': 'Control',
    ö: 'o',
    '\ufb33': 'D',
    '😂': 'S',
  }
  expect(Object.keys(JSON.parse(canonicalJson({ a: sorted })).a as object).join('|')).toBe(
    ['1', '\r', '\u0080', 'ö', '\u20ac', '😂', '\ufb33'].join('|'),
  )
  expect(canonicalJson({ b: '"\\/\b\f\n\r\t\u000f€', a: 0 })).toBe(
    '{"a":0,"b":"\\"\\\\/\\b\\f\\n\\r\\t\\u000f€"}',
  )
})
