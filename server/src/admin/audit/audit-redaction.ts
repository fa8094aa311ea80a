/** Replaces a secret. */
export const redactedMark = '(hidden)'

/**
 * Fields that no export contains: passwords of a match, seeds of ids, tokens, codes and personal data other
 * than ids. They are removed by name at any depth, so that the export does not depend on the writer's care.
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
const mayContainSecret = new RegExp(`"(?:${secretNames.join('|')})":|@`)

/** An e-mail address, also within a sentence. */
const address = /[^\s@"'<>(),;:[\]\\]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu

/** Removes e-mail addresses from free text. */
export const redactAuditText = (text: string): string =>
  text.includes('@') ? text.replace(address, redactedMark) : text

/** Removes secrets from a JSON value. */
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

/** Removes secrets from JSON text. Text without any is returned unparsed, which is the fast common case. */
export const redactAuditJson = (json: string): string =>
  mayContainSecret.test(json) ? JSON.stringify(redactAuditValue(JSON.parse(json))) : json
