/**
 * What looks like a secret, and its replacement. Secrets must not be logged in the first place, but error
 * messages have many sources, and some quote what was sent or stored.
 */
const secrets: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/ioi_[a-z]_[\w-]+/g, '[token]'],
  [/otpauth:\S+/g, '[key]'],
  [/\bBearer +\S+/gi, '[token]'],
  // V8 quotes the beginning of unparsable text, PostgreSQL the value that it rejected.
  [/Unexpected .*? is not valid JSON/gs, 'it is not valid JSON'],
  [/: "[^\n]*"/g, ': […]'],
  // Not the folders of a stack, some of which begin with @.
  [/[^\s"'`<>(),;:@/\\]+@[^\s"'`<>(),;:@/\\]+/g, '[address]'],
  // Quantities, codes, telephone numbers; not the lines and columns of a stack.
  [/(?<![\w.:/-])\+?\d[\d,]{3,}(?![\w:])/g, '[number]'],
]

/** The message of an error without what it may quote: tokens, addresses, numbers of four digits and more. */
export const redact = (text: string): string =>
  secrets.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), text)

/** Name, message, stack and cause of an error. Its other properties may quote what was sent. */
export function redactError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: redact(String(error)) }
  const { name, message, stack = '', cause } = error
  const more = cause === undefined ? {} : { cause: redactError(cause) }
  return { name, message: redact(message), stack: redact(stack), ...more }
}

/** The same as text, for a person at a terminal. */
export function redactedErrorText(error: unknown): string {
  if (!(error instanceof Error)) return redact(String(error))
  const { message, stack = message, cause } = error
  return redact(stack) + (cause === undefined ? '' : `\ncaused by ${redactedErrorText(cause)}`)
}
