/** What stands in the place of a secret. */
export const redactedMark = '(hidden)'

/**
 * What no export holds: the passwords of a match, seeds that ids are drawn from, tokens, codes, and who
 * people are beyond their id. By name, wherever it stands: an export must not depend on who wrote an entry.
 */
const secretNames = [
  'password',
  'passwords',
  'buyPw',
  'sellPw',
  'seed',
  'token',
  'userToken',
  'code',
  'otp',
  'email',
  'phone',
  'recipient',
  'firstName',
  'lastName',
  'brokerUserName',
  'confirmedBy',
] as const

const secrets: ReadonlySet<string> = new Set(secretNames)
const mayHoldOne = new RegExp(`"(?:${secretNames.join('|')})":|@`)

/** An e-mail address, also within a sentence. */
const address = /[^\s@"'<>(),;:[\]\\]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu

/** A text that a person wrote, without the e-mail addresses in it. */
export const redactAuditText = (text: string): string =>
  text.includes('@') ? text.replace(address, redactedMark) : text

/** A value without the secrets in it. */
export function redactAuditValue(value: unknown): unknown {
  if (typeof value === 'string') return redactAuditText(value)
  if (Array.isArray(value)) return value.map(redactAuditValue)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      secrets.has(name) && each !== null ? redactedMark : redactAuditValue(each),
    ]),
  )
}

/** The same for a value as JSON text. Most hold no secret and are given back as they are, which is quick. */
export const redactAuditJson = (json: string): string =>
  mayHoldOne.test(json) ? JSON.stringify(redactAuditValue(JSON.parse(json))) : json
